import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { freshPlace } from '../support/testDatabase.ts';
import { callMethods } from './support/callMethods.ts';
import { callSitesOf, compileRepositories } from './support/callSites.ts';
import { differences } from './support/compareRows.ts';
import { type Described, describerOf } from './support/describing.ts';
import { type Recorded, recordingDatabase } from './support/recording.ts';
import { createSamples } from './support/samples.ts';

/** Number of argument sets per method; more are tried until every call that sends a statement is reached. */
const VARIANTS = 8;
const MAX_VARIANTS = 30;
/** Files with a call that no generated argument reaches, and the reason. */
const UNREACHED: Readonly<Record<string, string>> = {
  'audit/audit.ts': 'only an empty log asks whether there are accounts',
};

const describeAll = async (recorded: readonly Recorded[]): Promise<ReadonlyMap<string, Described>> => {
  const { place, remove } = await freshPlace();
  const describer = await describerOf(place);
  const described = new Map<string, Described>();
  for (const { sql } of recorded) if (!described.has(sql)) described.set(sql, await describer.describe(sql));
  await describer.close();
  await remove();
  return described;
};

/** Calls the repositories on a database that only records statements, then prepares these on a migrated one. */
const checkStatements = async () => {
  const compiled = compileRepositories();
  const { checker } = compiled;
  const sites = callSitesOf(compiled);
  const rowTypes = new Map(sites.map(({ place, row }) => [place, row]));
  let variant = 0;
  const { db, begin, statements, places } = recordingDatabase((place) => {
    const row = rowTypes.get(place);
    return row === undefined || variant % 3 === 2 ? [] : [createSamples(checker, variant).sampleOf(row) as object];
  });
  const unreached = (): string[] => [...new Set(sites.map(({ place }) => place).filter((place) => !places.has(place)))];
  const store = openStore(db, { sendsMail: true });
  await openStore({ ...db, kind: 'embedded' }).snapshot(async () => {});
  for (; variant < VARIANTS || (variant < MAX_VARIANTS && unreached().length > Object.keys(UNREACHED).length); variant += 1)
    await callMethods(compiled, store, createSamples(checker, variant), begin);
  const recorded = [...statements.values()];
  const described = await describeAll(recorded);
  const refused: string[] = [];
  const different = new Set<string>();
  for (const { sql, place } of recorded) {
    const answer = described.get(sql) ?? { columns: [] };
    const row = rowTypes.get(place);
    if ('error' in answer) refused.push(`${place} ${answer.error}: ${sql}`);
    else if (row) for (const difference of differences(checker, row, answer.columns)) different.add(`${place} ${difference}`);
  }
  return { sites, unreached: unreached(), recorded, refused, different: [...different].sort() };
};

describe('repository statements', () => {
  let checked: Awaited<ReturnType<typeof checkStatements>>;
  beforeAll(async () => {
    checked = await checkStatements();
  }, 600_000);

  it('are all prepared', () => {
    expect(checked.unreached.map((place) => place.replace(/:\d+$/, ''))).toEqual(Object.keys(UNREACHED));
    expect(checked.sites.length).toBeGreaterThan(800);
    expect(checked.recorded.length).toBeGreaterThan(1200);
    expect(checked.recorded.map(({ place }) => place).filter((place) => !checked.sites.some((site) => site.place === place))).toEqual([]);
  });

  it('are valid in the migrated database', () => {
    expect(checked.refused).toEqual([]);
  });

  it('return the columns and types of their declared rows', () => {
    expect(checked.different).toEqual([]);
    expect(checked.sites.filter(({ isGeneric }) => isGeneric)).toEqual([]);
  });
});
