import { arrayElements, bytes } from '../../../../server/db/embedded/values.mjs';
import { ts, type typescript } from './compiler.ts';
import type { Column } from './describing.ts';

const NUMBERS = [20, 21, 23, 26, 700, 701];
const TEXTS = [18, 19, 25, 705, 1042, 1043, 1082, 1083, 1114, 1184, 1186, 1700, 2950];
const JSONS = [114, 3802];

/** The kind to which drivers convert a column type (server/db/embedded/values.mjs): `json` may be of any kind. */
const kindOf = (oid: number): string => {
  const element = (arrayElements as Readonly<Record<number, number>>)[oid];
  if (element !== undefined) return `${kindOf(element)}[]`;
  if (oid === 16) return 'boolean';
  if (oid === bytes.oid) return 'bytes';
  if (JSONS.includes(oid)) return 'json';
  if (NUMBERS.includes(oid)) return 'number';
  return TEXTS.includes(oid) ? 'string' : `type ${oid}`;
};

/** The kinds of a declared type, without null and undefined; `any` for an unspecific type. */
const declaredKinds = (checker: typescript.TypeChecker, type: typescript.Type): string[] => {
  const { flags } = type;
  if ((flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0) return [];
  if (type.isUnion()) return [...new Set(type.types.flatMap((one) => declaredKinds(checker, one)))];
  if ((flags & ts.TypeFlags.StringLike) !== 0) return ['string'];
  if ((flags & ts.TypeFlags.NumberLike) !== 0) return ['number'];
  if ((flags & ts.TypeFlags.BooleanLike) !== 0) return ['boolean'];
  if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return ['any'];
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as typescript.TypeReference);
    return item ? declaredKinds(checker, item).map((kind) => `${kind}[]`) : [];
  }
  const name = type.symbol?.name;
  return [name === 'Uint8Array' || name === 'Buffer' ? 'bytes' : 'object'];
};

const fits = (declared: string, actual: string): boolean => {
  if (actual === 'json' || declared === 'any' || declared === actual) return true;
  return declared.endsWith('[]') && actual.endsWith('[]') && fits(declared.slice(0, -2), actual.slice(0, -2));
};

/**
 * The differences between a declared row and the result's columns; the result may have additional columns, and any may be null.
 */
export const differences = (checker: typescript.TypeChecker, row: typescript.Type, columns: readonly Column[]): string[] => {
  const byName = new Map(columns.map((column) => [column.name, column.dataTypeID]));
  const declared = new Map(
    checker
      .getApparentType(row)
      .getProperties()
      .map((property) => [property.name, property]),
  );
  return [...declared].flatMap(([name, property]) => {
    const oid = byName.get(name);
    if (oid === undefined) return (property.flags & ts.SymbolFlags.Optional) !== 0 ? [] : [`${name} is no column`];
    const actual = kindOf(oid);
    const kinds = declaredKinds(checker, checker.getTypeOfSymbol(property));
    return kinds.every((kind) => fits(kind, actual)) ? [] : [`${name} is declared ${kinds.join(' | ')} and answered as ${actual}`];
  });
};
