// Writes types that tsc cannot know of the studio's page: which element each id is, from the markup, and what the API
// takes and answers, from its description. `Scripts/check-web` runs it.
//
//   node Scripts/web-types.mjs FOLDER
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

const markup = ["Web/index.html", ...readdirSync(new URL("Web/", root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(`Web/${name}/`, root)).filter((file) => file === "markup.js")
    .map((file) => `Web/${name}/${file}`))];

function elements() {
  const found = new Map();
  for (const path of markup) {
    for (const [, tag, attributes] of read(path).matchAll(/<([a-z][a-z0-9]*)\b([^>]*)>/g)) {
      const id = attributes.match(/\sid="([^"]+)"/)?.[1];
      if (id === undefined) continue;
      if (found.has(id)) throw new Error(`${path}: the id ${id} is there twice`);
      found.set(id, tag);
    }
  }
  const members = [...found].map(([id, tag]) => `  ${JSON.stringify(id)}: HTMLElementTagNameMap[${JSON.stringify(tag)}];`);
  return `interface ElementsById {\n${members.join("\n")}\n}\n`;
}

const union = (types) => [...new Set(types)].join(" | ");

/// The type of a JSON Schema, as far as openapi.json uses them.
function typeOf(schema) {
  if (schema.$ref) return `API.${schema.$ref.split("/").at(-1)}`;
  if (schema.enum) return `(${union(schema.enum.map((value) => JSON.stringify(value)))})`;
  if ("const" in schema) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) return `(${union(choices.map(typeOf))})`;
  if (schema.allOf) return `(${schema.allOf.map(typeOf).join(" & ")})`;
  if (Array.isArray(schema.type)) return `(${union(schema.type.map((type) => typeOf({ ...schema, type })))})`;
  switch (schema.type) {
    case "array": return schema.items ? `${typeOf(schema.items)}[]` : "unknown[]";
    case "object": return objectType(schema);
    case "integer": return "number";
    case "string": case "number": case "boolean": case "null": return schema.type;
    default: return "unknown";
  }
}

function objectType({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(([name, schema]) =>
    `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`);
  if (members.length === 0 && typeof additionalProperties === "object") return `Record<string, ${typeOf(additionalProperties)}>`;
  return `{ ${members.join("; ")} }`;
}

function api() {
  const { schemas } = JSON.parse(read("Sources/CStudioPages/openapi.json")).components;
  const types = Object.entries(schemas).map(([name, schema]) => `  type ${name} = ${typeOf(schema)};`);
  return `declare namespace API {\n${types.join("\n")}\n}\n`;
}

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/elements.d.ts`, elements());
writeFileSync(`${folder}/api.d.ts`, api());
