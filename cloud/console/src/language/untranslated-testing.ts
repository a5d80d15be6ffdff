import { parseSync } from "vite";

/** A user-visible text that Lingui does not know, and its line. */
export type Untranslated = { line: number; text: string };

type Node = { type: string; start: number; end: number };
/** Nodes that contain a text, from the whole file to the nearest. */
type Place = readonly Node[];

/** Attributes and fields that people read, whatever the text looks like. */
const READ = /^(?:label|title|placeholder|alt|aria-label|empty|action|copy|text|heading|hint)$/;
/** Attributes and fields that no person reads. */
const NOT_READ =
  /^(?:className|id|key|type|show|to|href|src|draft|tone|role|style|method|accept|autoComplete|dateStyle|timeStyle|d|viewBox|points|transform|test|queryKey|kind|path|lang|rel|value|inputMode|cache|mode|month|day|hour|minute)$/;
/** Functions that take words of programs; those of the macros know their texts. */
const NOT_FOR_PEOPLE =
  /^(?:getRouteApi|addEventListener|removeEventListener|querySelector|querySelectorAll|matchMedia|matches|getItem|setItem|removeItem|getPropertyValue|includes|startsWith|endsWith|split|DOMException|readDraft|writeDraft|clearDraft|hasDraft)$/;
/** Examples of addresses, options and names of programs, which are the same in every language. */
const SAME_EVERYWHERE =
  /^(?:https?:|[\w.-]+@[\w.]+$|[a-z]+(?:-[a-z]+)+$|--?[a-z]|SHA-256|UN\/LOCODE|VGM$|JSON$|webhook-id|Ctrl\+K$|(?:· )?\d+ (?:ms|s|min|h)\b)/;
/** Programs are called the same in every language. */
const PRODUCTS = /^(?:Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|Windows|Linux)$/;
/** Variables that hold the names of drafts, selectors and identifiers. */
const NAMES_OF_PROGRAMS = /^(?:DRAFT|KEY|KEPT_AS|PREFIX|draft|correctionDraft|keyOf|CONTROLS|CORNERS)$/;

const isSameEverywhere = (text: string) => SAME_EVERYWHERE.test(text) || PRODUCTS.test(text);
const hasLetters = (text: string) => /\p{L}/u.test(text);
/** A word with a capital, several words, or a word beside a value. */
const looksWritten = (text: string) =>
  /(?:^|[^\w#.-])\d \p{Ll}{3,}|\p{Ll}{3,} \d/u.test(text) ||
  /^[^A-Za-z]*[A-Z][a-z]+(?:[^A-Za-z-]|$)/.test(text) ||
  /[A-Za-z]{2,}[.,:;!?…]?\s+[A-Za-z…(“]/.test(text);

/** The texts for people in a source file that are not through Lingui. */
export function findUntranslated(file: string, code: string): Untranslated[] {
  const found: Untranslated[] = [];
  const walk = (node: Node, place: Place): void => {
    if (isOutside(node)) return;
    const text = textOf(node);
    if (text !== undefined && hasLetters(text) && !isSameEverywhere(text.trim()) && isForPeople(text, node, place))
      found.push({ line: code.slice(0, node.start).split("\n").length, text: text.trim().replace(/\s+/g, " ") });
    for (const child of childrenOf(node)) walk(child, [...place, node]);
  };
  for (const statement of childrenOf(parseSync(file, code).program)) walk(statement, []);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
const childrenOf = (node: object): Node[] => Object.values(node).flat().filter(isNode);
const fieldOf = (node: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined), node);

/** Types and imports have no texts. */
const isOutside = ({ type }: Node) =>
  (type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(type)) ||
  /^(?:ImportDeclaration|ExportAllDeclaration|ImportExpression)$/.test(type);

function textOf(node: Node): string | undefined {
  const value = fieldOf(node, "value");
  if (node.type === "TemplateLiteral")
    return [fieldOf(node, "quasis")]
      .flat()
      .map((part) => String(fieldOf(part, "value", "cooked")))
      .join("1");
  return /^(?:JSXText|Literal)$/.test(node.type) && typeof value === "string" ? value : undefined;
}

function isForPeople(text: string, node: Node, place: Place): boolean {
  if (place.some(isMessage)) return false;
  if (node.type === "JSXText") return true;
  const parent = place.at(-1);
  if (!parent || isOfPrograms(node, parent)) return false;
  return readAs(node, place) ?? (looksWritten(text) || (isResult(node, place) && isShown(place)));
}

/** Returns true if people read texts of this name, such as an attribute; undefined if the name does not decide. */
function readAs(node: Node, place: Place): boolean | undefined {
  const named = place.findLast(({ type }) => /^(?:JSXAttribute|Property|JSXElement|VariableDeclarator)$/.test(type));
  const name = String(fieldOf(named, "name", "name") ?? fieldOf(named, "key", "name") ?? fieldOf(named, "id", "name"));
  if (named?.type === "VariableDeclarator") return NAMES_OF_PROGRAMS.test(name) ? false : undefined;
  if (named?.type !== "JSXAttribute" && named?.type !== "Property") return undefined;
  if (NOT_READ.test(name)) return false;
  return READ.test(name) && isResult(node, place) ? true : undefined;
}

/** Returns true if Lingui's macros read the node. */
const isMessage = (node: Node) =>
  (node.type === "TaggedTemplateExpression" && /^(?:t|msg)$/.test(String(fieldOf(node, "tag", "name")))) ||
  (node.type === "CallExpression" &&
    /^(?:plural|select|selectOrdinal|t|msg)$/.test(String(fieldOf(node, "callee", "name")))) ||
  (node.type === "JSXElement" && fieldOf(node, "openingElement", "name", "name") === "Trans");

/** Compared, used as a name, or given to a function that takes words of programs. */
function isOfPrograms(node: Node, parent: Node): boolean {
  if (parent.type === "BinaryExpression") return /^(?:[=!]=|in$)/.test(String(fieldOf(parent, "operator")));
  if (parent.type === "MemberExpression" || parent.type === "SwitchCase") return true;
  if (parent.type === "Property") return fieldOf(parent, "key") === node && fieldOf(parent, "computed") === false;
  if (parent.type !== "CallExpression" && parent.type !== "NewExpression") return false;
  const called = fieldOf(parent, "callee", "name") ?? fieldOf(parent, "callee", "property", "name");
  return NOT_FOR_PEOPLE.test(String(called)) || fieldOf(parent, "callee", "object", "name") === "Reflect";
}

const CHOICES = /^(?:ConditionalExpression|LogicalExpression|JSXExpressionContainer)$/;

/**
 * Returns true if the node is the value at its place, or one of the choices for it, and not part of a condition or of a
 * call.
 */
function isResult(node: Node, place: Place): boolean {
  let at = node;
  for (const parent of place.toReversed()) {
    if (!CHOICES.test(parent.type)) return /^(?:JSXElement|JSXFragment|JSXAttribute|Property)$/.test(parent.type);
    if (fieldOf(parent, "test") === at || (parent.type === "LogicalExpression" && fieldOf(parent, "left") === at))
      return false;
    at = parent;
  }
  return false;
}

/** Returns true if the text, apart from choices around it, is the content of an element. */
const isShown = (place: Place) =>
  /^JSX(?:Element|Fragment)$/.test(place.findLast(({ type }) => !CHOICES.test(type))?.type ?? "");
