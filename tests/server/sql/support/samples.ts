import { ts, type typescript } from './compiler.ts';

const DAYS = ['2026-11-15', '2026-12-20', '2027-02-10'];
const MAX_DEPTH = 8;

/** A number derived from the name, 0 or more, so that variants combine their choices differently. */
const hashOf = (name: string): number => {
  const sum = [...name].reduce((before, letter) => Math.imul(before ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  return (sum ^ (sum >>> 15)) >>> 0;
};
const isEmpty = (type: typescript.Type): boolean => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;

/** Creates values of declared types: variant 0 uses every first choice, variant 1 every last one, others mix them. */
export const createSamples = (checker: typescript.TypeChecker, variant: number) => {
  const chosen = <T>(list: readonly T[], name: string): T | undefined => {
    if (variant === 0) return list[0];
    return variant === 1 ? list.at(-1) : list[hashOf(`${name} ${variant}`) % list.length];
  };
  const lengthOf = (name: string): number => 1 + (variant < 2 ? 0 : hashOf(`${variant} ${name}`) % 2);
  const dayOf = (name: string): string => chosen(DAYS, name) ?? '';

  const named: Readonly<Record<string, (args: readonly typescript.Type[], name: string, depth: number) => unknown>> = {
    Date: (_args, name) => new Date(`${dayOf(name)}T10:00:00Z`),
    Uint8Array: () => new Uint8Array([1]),
    Buffer: () => Buffer.from([1]),
    AbortSignal: () => new AbortController().signal,
    RegExp: () => /x/,
    Set: ([item], name, depth) => new Set(item ? [sampleOf(item, name, depth)] : []),
    ReadonlySet: ([item], name, depth) => new Set(item ? [sampleOf(item, name, depth)] : []),
    Map: ([key, value], name, depth) => new Map(key && value ? [[sampleOf(key, name, depth), sampleOf(value, name, depth)]] : []),
    ReadonlyMap: ([key, value], name, depth) => new Map(key && value ? [[sampleOf(key, name, depth), sampleOf(value, name, depth)]] : []),
    Promise: ([value], name, depth) => Promise.resolve(value && sampleOf(value, name, depth)),
  };

  const objectOf = (type: typescript.Type, name: string, depth: number): unknown => {
    const args = checker.getTypeArguments(type as typescript.TypeReference);
    if (checker.isTupleType(type)) return args.map((item, index) => sampleOf(item, `${name}${index}`, depth));
    if (checker.isArrayType(type)) return Array.from({ length: lengthOf(name) }, () => args[0] && sampleOf(args[0], name, depth));
    const build = named[type.symbol?.name ?? ''];
    if (build) return build(args, name, depth);
    const [call] = type.getCallSignatures();
    if (call) return () => sampleOf(call.getReturnType(), name, depth);
    return Object.fromEntries(
      type.getProperties().map((property) => [property.name, sampleOf(checker.getTypeOfSymbol(property), property.name, depth)]),
    );
  };

  const sampleOf = (type: typescript.Type, name = '', depth = 0): unknown => {
    if (depth > MAX_DEPTH || isEmpty(type)) return (type.flags & ts.TypeFlags.Null) !== 0 ? null : undefined;
    if (type.isUnion()) {
      const choice = chosen(
        [...type.types].sort((a, b) => Number(isEmpty(a)) - Number(isEmpty(b))),
        name,
      );
      return choice && sampleOf(choice, name, depth + 1);
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return checker.typeToString(type) === 'true';
    if ((type.flags & ts.TypeFlags.StringLike) !== 0) return dayOf(name);
    if ((type.flags & ts.TypeFlags.NumberLike) !== 0) return chosen([1, 0, 2], name);
    if ((type.flags & ts.TypeFlags.BigIntLike) !== 0) return 1n;
    if (type.isIntersection()) {
      const primitive = type.types.find((one) => (one.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0);
      if (primitive) return sampleOf(primitive, name, depth + 1);
    }
    return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0 ? {} : objectOf(type, name, depth + 1);
  };
  return { sampleOf };
};
