import type { FastifySchemaValidationError } from 'fastify';
import { fill, messages } from '../../contract/messages.ts';
import { Problem } from '../domain/shared/problem.ts';

/** With ajv's `verbose`, an error includes its schema. */
type ValidationError = FastifySchemaValidationError & { parentSchema?: { description?: string; anyOf?: unknown } };

const MAX_NAME_CHARS = 64;
const fieldOf = (path: string): string => path.slice(1).replaceAll('/', '.').slice(0, MAX_NAME_CHARS);
const joinField = (path: string, name: unknown): string => [fieldOf(path), String(name).slice(0, MAX_NAME_CHARS)].filter(Boolean).join('.');

const t = messages.requestField;
type Rule = (params: Record<string, unknown>) => string;
const limitRule =
  (text: string): Rule =>
  ({ limit }) =>
    fill(text, { limit: Number(limit) });

const rules: Readonly<Record<string, Rule>> = {
  type: ({ type }) => fill(type === 'object' || type === 'array' || type === 'integer' ? t.typeAn : t.type, { type: String(type) }),
  enum: ({ allowedValues }) => fill(t.enum, { values: (allowedValues as unknown[]).join(', ') }),
  minLength: limitRule(t.minLength),
  maxLength: limitRule(t.maxLength),
  minimum: limitRule(t.minimum),
  maximum: limitRule(t.maximum),
  maxItems: limitRule(t.maxItems),
  minProperties: () => t.minProperties,
};

const describeError = ({ keyword, params, instancePath, parentSchema, message }: ValidationError): { field: string; sentence: string } => {
  if (keyword === 'additionalProperties') {
    const field = joinField(instancePath, params.additionalProperty);
    return { field, sentence: fill(t.unknown, { field }) };
  }
  if (keyword === 'required') {
    const field = joinField(instancePath, params.missingProperty);
    return { field, sentence: fill(t.required, { field }) };
  }
  const field = fieldOf(instancePath);
  const describedText = parentSchema?.description && fill(t.described, { what: parentSchema.description });
  const rule = describedText || rules[keyword]?.(params) || message || t.other;
  return { field, sentence: fill(t.refused, { field: field || messages.server.theRequest, rule }) };
};

/** 400 with a message about the first error, and the field it concerns. */
export const validationProblem = (errors: readonly ValidationError[]): Problem => {
  // For a union, ajv reports each branch first and the union last: the first branch is most likely the intended one.
  const [firstError] = errors;
  if (!firstError) return new Problem(400, 'request_invalid', t.invalid);
  const { field, sentence } = describeError(firstError);
  const code = firstError.keyword === 'additionalProperties' ? 'field_unknown' : 'request_invalid';
  return new Problem(400, code, sentence, field ? { errors: { [field]: sentence } } : {});
};
