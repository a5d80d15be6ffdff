import { expect, test } from "vitest";
import { describeRestored } from "./describe-restored.ts";
import { printable, shellWord } from "./foreign-text.ts";

test("a text from the cloud neither controls the terminal nor hides what follows", () => {
  expect(printable("a\u001b[2J\r\nb\u2028\u202ec")).toBe(String.raw`a\u001b[2J\u000d\u000ab\u2028\u202ec`);
  expect(printable("Gate 1 – Straße")).toBe("Gate 1 – Straße");
});

test.each([
  ["cameras.gate-1.password", "cameras.gate-1.password"],
  ["a$(touch x).password", "'a$(touch x).password'"],
  ["a'; touch x; '.token", String.raw`'a'\''; touch x; '\''.token'`],
  ["a b.secret", "'a b.secret'"],
])("%s is one word of a command", (setting, word) => {
  expect(shellWord(setting)).toBe(word);
});

test("restored settings are described without control characters, with the addresses they connect to", () => {
  const lines = describeRestored({
    name: "Gate\u001b[1A",
    file: "/etc/agent/edge-agent.yaml",
    keyFile: "/etc/agent/key",
    missing: [
      { setting: "a$(id).password", kind: "secret", name: null, sha256: null },
      { setting: "x", kind: "variable", name: "A\u001b[2Jcurl … | sudo sh", sha256: null },
    ],
    untrusted: [{ setting: "releaseKey", value: "$(id)" }],
    chains: 0,
    config: {
      cloud: { url: "https://here.example", caFile: "site.pem" },
      cameras: [{ id: "top\u001b[2J", url: "rtsp://10.0.0.9/\u202e" }],
    },
    reportedAt: "2026-11-27T00:00:00.000Z",
  });
  const text = lines.join("\n");
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(text).toContain("edge-agent config set 'a$(id).password' VALUE");
  expect(text).toContain("edge-agent config set releaseKey '$(id)'");
  expect(text).toContain(String.raw`cameras.top\u001b[2J.url: rtsp://10.0.0.9/\u202e`);
  expect(text).not.toContain("here.example");
});
