import path from "node:path";

/** The environment of a process of the cloud on a port of this machine, with its data in a folder and nothing else. */
export const cloudEnvironment = (cloud: {
  port: number;
  folder: string;
  databaseUrl: string;
  apiKey: string;
  admin: { email: string; password: string };
}): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  PORT: String(cloud.port),
  HOST: "127.0.0.1",
  DATA_DIR: path.join(cloud.folder, "cloud"),
  DATABASE_URL: cloud.databaseUrl,
  EDGE_API_KEY: cloud.apiKey,
  ADMIN_EMAIL: cloud.admin.email,
  ADMIN_PASSWORD: cloud.admin.password,
});
