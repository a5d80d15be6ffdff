import { expect, it } from "vitest";
import { collectSecrets, removeSecrets } from "../config/collect-secrets.ts";
import { maskConfig } from "../config/mask-config.ts";
import { stripConfig } from "../config/strip-config.ts";
import { maskUrl, stripCredentials } from "./mask-url.ts";

const secret = "hunter2secret";
/** Addresses as recorders and cameras hand them out, with the password in the path. */
const addresses = [
  `rtsp://192.168.1.10:554/user=viewer_password=${secret}_channel=1_stream=0.sdp?real_stream`,
  `rtsp://192.168.1.10/user=viewer&password=${secret}&channel=1&stream=0.sdp?`,
  `rtsp://192.168.1.10/live/pwd=${secret}/ch0`,
  `http://192.168.1.10/snap;token=${secret};ch=1`,
  `http://192.168.1.10/snap.jpg?usr=viewer&pwd=${secret}`,
];

it.each(addresses)("%s is shown, bundled and kept by the cloud without its password", async (url) => {
  const config = `cameras:\n  - { id: top, url: "${url}" }\n`;
  expect(maskUrl(`cannot open ${url}: no answer`)).not.toContain(secret);
  expect(stripCredentials(url)).not.toContain(secret);
  expect(maskConfig(config)).not.toContain(secret);
  const { configuration, missing } = await stripConfig(config, "/etc");
  expect(configuration).not.toContain(secret);
  expect(missing).toMatchObject([{ setting: "cameras.top.url", kind: "secret" }]);
  const secrets = await collectSecrets(config, "/etc", {});
  expect(removeSecrets(`the camera answered ${secret}`, secrets)).toBe("the camera answered ***");
});

it.each(["rtsp://192.168.1.10/stream1", "folder:/srv/xray?moveTo=done", "http://192.168.1.10/a=1/b.jpg?x=2"])(
  "%s has nothing to hide",
  (url) => {
    expect([maskUrl(url), stripCredentials(url)]).toEqual([url, url]);
  },
);
