// Writes src/schema.ts from the cloud's OpenAPI document: npm run generate-client
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openApiDocument } from "../src/openapi.ts";
import { generateSchema } from "./generate-schema.ts";

await writeFile(path.join(import.meta.dirname, "src/schema.ts"), await generateSchema(openApiDocument));
