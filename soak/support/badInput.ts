/** The part of a JSON schema needed to build requests. */
export type Shape = Readonly<{
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  allOf?: readonly Shape[];
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  items?: Shape;
  pattern?: string;
  minimum?: number;
}>;

const TEXTS = ['2026-10-01', '2026-10', '1', 'cp-1', 'team', 'id', 'a'];
const EXTREMES = ['', ' ', '0001-01-01', '0099-12-31', '0100-01-01', '0999-12-31', '9999-12-31', '2026-02-30', '0500-06', '9999-12'];
const NUMBERS = ['0', '-1', '1e308', '9'.repeat(15), '9'.repeat(40), `${'9'.repeat(40)}.99`, 'NaN', '\u0661\u0662'];
const ODD_TEXTS = ['%', '\\', "'", 'x'.repeat(5000), 'a\u0000b', 'a\u200bb', '["a"]', '0100-01-01..9999-12-31'];

/** Replacements for a query value. */
export const badTexts: readonly string[] = [...EXTREMES, ...NUMBERS, ...ODD_TEXTS];
/** Replacements for a body value. */
export const badValues: readonly unknown[] = [
  ...badTexts,
  ...['a\ud800', null, true, 0, -1, 0.001, -12.34, 1e15, 1e40, 1e308, -1e308, [], {}, ['a'], [null], { a: 1 }],
];

/** A value that fits a shape: with all its properties, or only the required ones. */
export const createFittingValue = (shape: Shape, all: boolean): unknown => {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return createFittingValue(shape.anyOf[0] ?? {}, all);
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((item) => createFittingValue(item, all)));
  const { properties = {}, required = [] } = shape;
  if (shape.type === 'object')
    return Object.fromEntries(
      (all ? Object.keys(properties) : required).map((name) => [name, createFittingValue(properties[name] ?? {}, all)]),
    );
  if (shape.type === 'array') return [createFittingValue(shape.items ?? {}, all)];
  if (shape.type === 'boolean') return true;
  if (shape.type === 'number' || shape.type === 'integer') return shape.minimum ?? 1;
  const pattern = new RegExp(shape.pattern ?? '');
  return TEXTS.find((text) => pattern.test(text)) ?? '1';
};

/** The paths of all fields of a shape, including nested ones. */
export const fieldsOf = (shape: Shape, path: readonly string[] = []): (readonly string[])[] => {
  const inner = [
    ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap((item) => fieldsOf(item, path)),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => [[...path, name], ...fieldsOf(one, [...path, name])]),
    ...(shape.items ? fieldsOf(shape.items, [...path, '0']) : []),
  ];
  return [...new Map(inner.map((readonlyArray) => [readonlyArray.join('.'), readonlyArray])).values()];
};

/** A copy with one field replaced; missing parents are created. */
export const withField = (root: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (Array.isArray(root)) return [withField(root[0], rest, value)];
  const before = typeof root === 'object' && root !== null ? (root as Readonly<Record<string, unknown>>) : {};
  if (name === '0' && Object.keys(before).length === 0) return [withField(undefined, rest, value)];
  return { ...before, [name]: withField(before[name], rest, value) };
};
