import { createRequire } from "node:module";
import type { TestProject } from "vitest/node";
import type { Contract } from "./contract.ts";

const SERVICE = "../../../../src";

/** Provides the service's contract to the tests: its OpenAPI document, and the recorded examples of its reference. */
export default function provideContract(project: TestProject): void {
  // By Node.js itself: Vite would take several times as long for the routes of the whole service.
  const load = createRequire(import.meta.url);
  const { openApiDocument }: { openApiDocument: Contract["document"] } = load(`${SERVICE}/openapi.ts`);
  const examples: Contract["examples"] = load(`${SERVICE}/operations/reference/examples.json`);
  project.provide("contract", { document: openApiDocument, examples });
}

declare module "vitest" {
  export interface ProvidedContext {
    contract: Contract;
  }
}
