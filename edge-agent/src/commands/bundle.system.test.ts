import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { stringify } from "yaml";
import { expect, test } from "vitest";
import { connectToAgent } from "../status/agent-client.ts";
import { layOutSite, startCli, startFakeCloud, until } from "./testing/small-site.ts";

/** Every secret that the site uses, each written in another way. */
const SECRETS = {
  key: "key-of-this-box-7f3a",
  inUrl: "hunt:er2",
  inQuery: "t0ken-of-query",
  plain: 'pa55"word',
  fromEnvironment: "fr0m-the-env",
  proxy: "pr0xy-word",
  broker: "br0ker-word",
};

test("the archive has what support needs, and none of the secrets in use", async () => {
  const cloud = await startFakeCloud();
  const dead = "rtsp://127.0.0.1:1/x";
  const { folder, configFile, dataDir } = await layOutSite(cloud.url, {
    cloud: {
      url: cloud.url,
      apiKeyFile: "edge-api-key",
      fallbackUrl: "http://127.0.0.1:1",
    },
    mqtt: { url: "mqtt://127.0.0.1:1", username: "gate", password: SECRETS.broker },
    cameras: [
      { id: "top", url: "test:pattern" },
      {
        id: "url",
        url: dead.replace("//", `//viewer:${encodeURIComponent(SECRETS.inUrl)}@`) + `?token=${SECRETS.inQuery}`,
      },
      { id: "plain", url: dead, username: "viewer", password: SECRETS.plain },
      { id: "environment", url: dead, username: "viewer", password: "${REAR_CAMERA_PASSWORD}" },
    ],
    stations: ["top", "url", "plain", "environment"].map((camera) => ({
      id: `at-${camera}`,
      camera,
      model: "category",
      container: { fixed: "CSQU3054383" },
    })),
  });
  await writeFile(path.join(folder, "edge-api-key"), `${SECRETS.key}\n`, { mode: 0o600 });
  // A person's note, in which a mask of known settings would find nothing.
  const noted = `# the key is ${SECRETS.key}, the proxy's password ${SECRETS.proxy}\n${await readFile(configFile, "utf8")}`;
  await writeFile(configFile, noted);
  const environment = {
    REAR_CAMERA_PASSWORD: SECRETS.fromEnvironment,
    HTTPS_PROXY: `http://gate:${SECRETS.proxy}@127.0.0.1:1`,
  };
  const agent = startCli(["run", "--config", configFile], environment);
  await until("the agent answers", () => connectToAgent(dataDir));
  const output = path.join(folder, "bundle.zip");
  const args = ["bundle", "--config", configFile, "--output", output, "--timeout", "20", "--json"];
  const { code, stdout } = await startCli(args, environment).ended;
  agent.stop("SIGTERM");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ file: output, contents: expect.arrayContaining(["doctor.json"]) });
  expect((await stat(output)).mode & 0o777).toBe(0o600);

  const files = Object.entries(unzipSync(await readFile(output))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  );
  const contents = new Map(files);
  expect([...contents.keys()].toSorted()).toEqual(
    ["doctor.json", "edge-agent.yaml", "log.json", "outbox.json", "status.json", "versions.json"].toSorted(),
  );
  expect(contents.get("edge-agent.yaml")).toContain("# the key is ***");
  expect(contents.get("doctor.json")).toContain("refused the connection");
  expect(contents.get("log.json")).toContain("agent started");
  expect(contents.get("outbox.json")).toContain('"pending"');
  const everything = files.map(([, text]) => text).join("\n");
  for (const secret of Object.values(SECRETS)) {
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), stringify(secret).trim()];
    for (const form of forms) expect(everything).not.toContain(form);
  }
});

test("a configuration that is not valid gives an archive as well", async () => {
  const { folder, configFile } = await layOutSite("http://127.0.0.1:9", { device: { id: "no name" } });
  const output = path.join(folder, "bundle.zip");
  const { code } = await startCli(["bundle", "--config", configFile, "--output", output, "--timeout", "2"]).ended;
  expect(code).toBe(0);
  const files = unzipSync(await readFile(output));
  expect(strFromU8(files["doctor.json"] ?? new Uint8Array())).toContain("device.id");
  expect(strFromU8(files["edge-agent.yaml"] ?? new Uint8Array())).not.toContain("key-of-this-box");
});
