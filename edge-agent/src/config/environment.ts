import { type Document, isScalar, visit } from "yaml";
import type { Positions } from "./positions.ts";
import type { ConfigProblem } from "./problem.ts";

const REFERENCE = /\$\{([^}]*)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Puts environment variables in place of `${NAME}` in the texts of a document (keys stay as they are), in place.
 * Returns a problem for each one that is not set; the values themselves are in no message.
 */
export function expandEnvironment(
  document: Document,
  environment: Record<string, string | undefined>,
  positions: Positions,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  visit(document, {
    Scalar(key, node) {
      if (key === "key" || !isScalar(node) || typeof node.value !== "string") return;
      node.value = node.value.replace(REFERENCE, (reference, variable: string) => {
        const value = VARIABLE.test(variable) ? environment[variable] : undefined;
        if (value !== undefined && value !== "") return value;
        problems.push({
          severity: "error",
          ...positions.at(node.range?.[0]),
          path: "",
          message: VARIABLE.test(variable)
            ? `the environment variable ${variable} is ${value === "" ? "empty" : "not set"}`
            : `${reference} is not a valid environment variable name`,
          fix: VARIABLE.test(variable)
            ? `set ${variable} for the agent's process, or write the value here`
            : "use ${NAME} with letters, digits and underscores",
        });
        return reference;
      });
    },
  });
  return problems;
}
