import { AjvCompiler } from '@fastify/ajv-compiler';

/** JSON Schema. */
export type Shape = Readonly<Record<string, unknown>>;
/** `path`: a template such as `/crm/owners/{id}`. `query`: values are text. `body` and `answer` of a 2xx. */
export type Operation = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, Shape>>;
  body?: Shape;
  answer: Shape;
}>;
/** The part of a vendor's description of its interface that we use: written from `source` as of `version`. `error`: body of a refusal. */
export type Spec = Readonly<{ source: string; version: string; operations: readonly Operation[]; error?: Shape }>;
type Call = Readonly<{ method: string; path: string; query: URLSearchParams; body: string }>;
type Answer = Readonly<{ status: number; body?: unknown }>;

export const text: Shape = { type: 'string' };
export const textOrNull: Shape = { type: ['string', 'null'] };
export const flag: Shape = { type: 'boolean' };
export const amount: Shape = { type: 'number' };
export const integer: Shape = { type: 'integer' };
export const instant: Shape = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' };
export const uuid: Shape = { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' };
export const digits: Shape = { type: 'string', pattern: '^\\d+$' };
export const oneOf = (...values: readonly string[]): Shape => ({ enum: values });
export const listOf = (items: Shape): Shape => ({ type: 'array', items });
/** An object with exactly these fields. */
export const closed = (required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const compile = AjvCompiler()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true, allowUnionTypes: true } },
) as unknown as (given: { schema: Shape; method: string; url: string }) => {
  (value: unknown): boolean;
  errors?: readonly { instancePath: string; message?: string; params: object }[] | null;
};

/** The violations of a schema, in sentences. */
const checking = (schema: Shape) => {
  const check = compile({ schema, method: '', url: '' });
  return (value: unknown): string[] =>
    check(value) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

const patternOf = (template: string): RegExp => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Checks each call and response of a stand-in against the vendor's description. */
export const createSpecCheck = (spec: Spec) => {
  const operations = spec.operations.map(({ method, path, query = {}, body, answer }) => ({
    method,
    pattern: patternOf(path),
    query: checking({ type: 'object', properties: query, additionalProperties: false }),
    body: body ? checking(body) : null,
    answer: checking(answer),
  }));
  const refusal = spec.error ? checking(spec.error) : () => [];
  const violations = new Set<string>();

  const note = (call: Call, where: string, found: readonly string[]): void => {
    // All rows of a list have the same violations.
    for (const item of found) violations.add(`${call.method} ${call.path}: ${where} ${item.replace(/\/\d+(?=[/ ])/g, '/*')}`);
  };

  return {
    check: (call: Call, { status, body }: Answer): void => {
      const operation = operations.find(({ method, pattern }) => method === call.method && pattern.test(call.path));
      if (!operation) {
        if (status < 400) note(call, 'operation', ['is not described']);
        return;
      }
      note(call, 'query', operation.query(Object.fromEntries(call.query)));
      if (operation.body) note(call, 'body', operation.body(parsed(call.body)));
      if (status < 300) note(call, 'answer', operation.answer(body));
      else if (typeof body === 'object') note(call, `refusal ${status}`, refusal(body));
    },
    /** Removes the violations that a test causes on purpose, and returns them. */
    forgive: (part: string): string[] => {
      const result = [...violations].filter((violation) => violation.includes(part));
      for (const item of result) violations.delete(item);
      return result;
    },
    /** @throws if a call or response did not match the description */
    mustHold: (): void => {
      if (violations.size > 0)
        throw new Error(`${violations.size} violations of ${spec.source}:\n${[...violations].slice(0, 30).join('\n')}`);
    },
  };
};
