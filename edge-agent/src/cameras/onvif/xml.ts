const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The texts of all elements of a name, whatever their namespace prefix. */
export function textsOf(xml: string, name: string): string[] {
  return elementsOf(xml, name).map(({ content }) => unescapeXml(content.trim()));
}

/** The elements of a name, whatever their namespace prefix: attributes and content as text. Not for nested ones. */
export function elementsOf(xml: string, name: string): { attributes: string; content: string }[] {
  const pattern = new RegExp(`<((?:[\\w.-]+:)?${name})(\\s[^>]*?)?>([\\s\\S]*?)</\\1\\s*>`, "g");
  return [...xml.matchAll(pattern)].map(([, , attributes = "", content = ""]) => ({ attributes, content }));
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function unescapeXml(text: string): string {
  return text.replaceAll(/&(\w+|#\d+);/g, (whole, name: string) =>
    name.startsWith("#") ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] ?? whole),
  );
}
