/** Requests of a signed-in user to the cloud's API; they throw when it rejects one. */
export type CloudApi = {
  get<Data>(path: string): Promise<Data>;
  post<Data>(path: string, body: object): Promise<Data>;
  put<Data>(path: string, body: object): Promise<Data>;
  /** The bytes of a file. */
  download(path: string): Promise<Uint8Array>;
};

/** Signs in; undefined when the cloud rejects the password. */
export async function signIn(cloudUrl: string, email: string, password: string): Promise<CloudApi | undefined> {
  const json = { "content-type": "application/json" };
  const reply = await fetch(`${cloudUrl}/v1/user/auth/email/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ email, password }),
  });
  if (reply.status === 401) return undefined;
  const { token } = await dataOf<{ token: string }>(reply);
  const headers = { ...json, authorization: `Bearer ${token}` };
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${cloudUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const send = async <Data>(method: string, path: string, body?: object): Promise<Data> =>
    dataOf(await ask(method, path, body));
  return {
    get: (path) => send("GET", path),
    post: (path, body) => send("POST", path, body),
    put: (path, body) => send("PUT", path, body),
    download: async (path) => (await accepted(await ask("GET", path))).bytes(),
  };
}

async function dataOf<Data>(reply: Response): Promise<Data> {
  const text = await (await accepted(reply)).text();
  return (JSON.parse(text) as { data: Data }).data;
}

async function accepted(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  throw new Error(`${reply.url} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`);
}
