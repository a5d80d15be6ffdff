import openapiTS, { astToString } from "openapi-typescript";
import { shareErrorReplies } from "./share-error-replies.ts";

const HEADER = "// Generated from the cloud's OpenAPI document. Do not edit: run npm run generate-client\n\n";

/** Methods that a path does not have, and kinds of parameters that an operation does not take. */
const ABSENT = /^ +\w+\?: never;\n/gm;

/** The TypeScript types of an OpenAPI document, as the text of a module. */
export async function generateSchema(document: object): Promise<string> {
  const text = JSON.stringify(shareErrorReplies(document));
  const nodes = await openapiTS(Buffer.from(text), { alphabetize: true, exportType: true });
  return HEADER + astToString(nodes).replaceAll(ABSENT, "");
}
