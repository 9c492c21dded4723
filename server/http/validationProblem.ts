import type { FastifySchemaValidationError } from 'fastify';
import { Problem } from '../domain/shared/problem.ts';

/** With ajv's `verbose`, an error brings the schema it comes from. */
type ValidationError = FastifySchemaValidationError & { parentSchema?: { description?: string; anyOf?: unknown } };

const MAX_NAME = 64;
const fieldOf = (path: string): string => path.slice(1).replaceAll('/', '.').slice(0, MAX_NAME);
const join = (path: string, name: unknown): string => [fieldOf(path), String(name).slice(0, MAX_NAME)].filter(Boolean).join('.');

const rules: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => `must be ${type === 'object' || type === 'array' || type === 'integer' ? 'an' : 'a'} ${type}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  minLength: ({ limit }) => `must have at least ${limit} characters`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minimum: ({ limit }) => `must be ${limit} or more`,
  maximum: ({ limit }) => `must be ${limit} or less`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minProperties: () => 'must have at least one field',
};

const sentenceOf = ({ keyword, params, instancePath, parentSchema, message }: ValidationError): { field: string; sentence: string } => {
  if (keyword === 'additionalProperties') {
    const field = join(instancePath, params.additionalProperty);
    return { field, sentence: `${field} is not a field of this request.` };
  }
  if (keyword === 'required') {
    const field = join(instancePath, params.missingProperty);
    return { field, sentence: `${field} is required.` };
  }
  const field = fieldOf(instancePath);
  const described = parentSchema?.description && `must be ${parentSchema.description}`;
  const rule = described || rules[keyword]?.(params) || message || 'is not what this request takes';
  return { field, sentence: `${field || 'The request'} ${rule}.` };
};

/** 400 with a sentence about the first thing that is wrong, and the field it is about. */
export const validationProblem = (errors: readonly ValidationError[]): Problem => {
  // For a union ajv reports each branch first and the union last: the first branch says what was meant.
  const [first] = errors;
  if (!first) return new Problem(400, 'request_invalid', 'The request is not valid.');
  const { field, sentence } = sentenceOf(first);
  const code = first.keyword === 'additionalProperties' ? 'field_unknown' : 'request_invalid';
  return new Problem(400, code, sentence, field ? { errors: { [field]: sentence } } : {});
};
