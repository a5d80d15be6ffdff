import { expect, test } from "vitest";
import { examineEncryption } from "./examine-encryption.ts";

test.each(["https://inspection.example.com", "http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"])(
  "%s is encrypted, or does not leave this machine",
  (address) => expect(examineEncryption(address)).toEqual([]),
);

test.each(["http://inspection.example.com", "http://10.0.0.4:3000", "http://127.example.com"])(
  "%s is a warning",
  (address) =>
    expect(examineEncryption(address)).toMatchObject([
      { layer: "tls", state: "warn", subject: new URL(address).host, fix: "use https:// in cloud.url" },
    ]),
);
