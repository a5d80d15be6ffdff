import papers from "./papers.json" with { type: "json" };

/** The containers of the demonstration gate, in the order of the video's loads. */
export const containerNumbers: readonly string[] = papers.map(({ containerNumber }) => containerNumber);

/**
 * Creates the manifests of the demonstration's containers over the API; existing ones stay unchanged. Resolves with
 * whether the sign-in was accepted; throws when the API rejects another request.
 */
export async function handInPapers(cloudUrl: string, email: string, password: string): Promise<boolean> {
  const token = await signIn(cloudUrl, email, password);
  if (token === undefined) return false;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { items } = await dataOf<{ items: { billOfLading: string | null }[] }>(
    await fetch(`${cloudUrl}/v1/manifests?limit=200`, { headers }),
  );
  const known = new Set(items.map(({ billOfLading }) => billOfLading));
  for (const paper of papers.filter(({ billOfLading }) => !known.has(billOfLading))) {
    await dataOf(await fetch(`${cloudUrl}/v1/manifests`, { method: "POST", headers, body: JSON.stringify(paper) }));
  }
  return true;
}

async function signIn(cloudUrl: string, email: string, password: string): Promise<string | undefined> {
  const reply = await fetch(`${cloudUrl}/v1/user/auth/email/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (reply.status === 401) return undefined;
  return (await dataOf<{ token: string }>(reply)).token;
}

async function dataOf<Data>(reply: Response): Promise<Data> {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: Data }).data;
}
