import { type Static, type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox';

/** Opaque to the app; our server's ids are decimal digits. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
/** A decimal with two places in the company's currency; internally integer cents. */
export const Money = Type.Number();
/** A fraction: 0.05 is 5%. */
export const Rate = Type.Number();
/** YYYY-MM-DD in the company's time zone. */
export const PlainDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** ISO 8601 in UTC. */
export const Instant = Type.String();

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** A schema with additional fields. A call instead of a spread, because bundlers can only drop unused calls. */
export const extended = <Base extends TProperties, Extra extends TProperties>(
  schema: TObject<Base>,
  extra: Extra,
  options: TObjectOptions = {},
) => Type.Object({ ...schema.properties, ...extra }, options);
export const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

/** spec 3.09. `cursor`: the next page, null on the last. `total`: null if counting would be too expensive. */
export const Pagination = Type.Object({ cursor: nullable(Type.String()), limit: Type.Integer(), total: nullable(Type.Integer()) });
export type Pagination = Static<typeof Pagination>;

/** `rows`: a page without total and summary; `totals`: both, without rows. */
export const listParts = ['rows', 'totals'] as const;
export type ListPart = (typeof listParts)[number];

/** The body of every 4xx and 5xx of our server (decisions 1.06). */
export const ApiError = Type.Object({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  request_id: Type.Optional(Type.String()),
});
export type ApiError = Static<typeof ApiError>;
