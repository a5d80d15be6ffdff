type Reply = { $ref?: string; description?: string; headers?: object; content?: object };
type Operation = { responses?: Record<string, Reply> };
type Document = { paths?: object; components?: { responses?: object } };

/** A copy of an OpenAPI document in which each error reply stands where it is referred to, with its own description. */
export function inlineErrorReplies<Doc extends Document>(document: Doc): Doc {
  const copy = structuredClone(document);
  const shared = new Map<string, Reply>(Object.entries(copy.components?.responses ?? {}));
  for (const item of Object.values<Record<string, Operation>>({ ...copy.paths }))
    for (const { responses = {} } of Object.values(item))
      for (const [status, { $ref, ...own }] of Object.entries(responses)) {
        if ($ref === undefined) continue;
        const found = shared.get($ref.replace("#/components/responses/", ""));
        if (!found) throw new Error(`${$ref} leads nowhere`);
        responses[status] = { ...structuredClone(found), ...own };
      }
  return copy;
}
