import pg from 'pg';
import { arrayElements, parsers } from '../embedded/values.mjs';

type ArrayParser = { create: (source: string, transform: (text: string) => unknown) => { parse: () => unknown[] } };
/** Exported by pg-types but missing from its declarations. */
const { arrayParser } = pg.types as unknown as { arrayParser: ArrayParser };
const keepText = (text: string): unknown => text;

const parserOf = (oid: number): ((text: string) => unknown) => {
  const element = arrayElements[oid];
  if (element !== undefined) return (text) => arrayParser.create(text, parsers[element] ?? keepText).parse();
  return parsers[oid] ?? pg.types.getTypeParser(oid);
};

/** pg's type parsers, from the table that both drivers share. */
export const types = { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig;
