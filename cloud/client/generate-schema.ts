import openapiTS, { astToString } from "openapi-typescript";

const HEADER = "// Generated from the cloud's OpenAPI document. Do not edit: run npm run generate-client\n\n";

/** The TypeScript types of an OpenAPI document, as the text of a module. */
export async function generateSchema(document: object): Promise<string> {
  const nodes = await openapiTS(Buffer.from(JSON.stringify(document)), { alphabetize: true, exportType: true });
  return HEADER + astToString(nodes);
}
