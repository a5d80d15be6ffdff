import openapiTS, { astToString } from "openapi-typescript";
import { shareErrorReplies } from "./share-error-replies.ts";

const HEADER = "// Generated from the cloud's OpenAPI document. Do not edit: run npm run generate-client\n\n";

/** Methods that a path does not have, and kinds of parameters that an operation does not take. */
const ABSENT = /^ +\w+\?: never;\n/gm;

/** A list that contains lists of its own kind. */
const RECURSIVE = /^( +)(\w+): (.*)components\["schemas"\]\["\2"\](.*);$/gm;

/** The TypeScript types of an OpenAPI document, as the text of a module. */
export async function generateSchema(document: object): Promise<string> {
  const text = JSON.stringify(shareErrorReplies(document));
  const nodes = await openapiTS(Buffer.from(text), { alphabetize: true, exportType: true });
  const written = astToString(nodes).replaceAll(ABSENT, "");
  // TypeScript allows it as a type with a name of its own alone.
  const named = [...written.matchAll(RECURSIVE)].map(
    ([, , name, before, after]) => `type ${name} = ${before}${name}${after};\n`,
  );
  return HEADER + written.replaceAll(RECURSIVE, "$1$2: $2;") + named.join("");
}
