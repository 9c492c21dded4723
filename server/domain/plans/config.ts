import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { ConfigRow } from '../../db/repositories/settings/config.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { createHeadCache, type Heads } from '../shared/heads.ts';

/** `version`: the id of the saved row. */
export type VersionedConfig = Readonly<{
  version: number;
  config: CommissionsConfig;
  /** The day the company was set up, for the current configuration; null if that was not recorded yet. */
  setUpOn?: Day | null;
}>;

/** Keyed by text, because versions of two databases may have the same number. */
const parsedConfigs = new Map<string, CommissionsConfig>();
const MAX_CACHED = 64;

/** Older saves may contain blank text or repeated keys: blank means the defaults, and the last repeated key counts. */
const normalizeSaved = (text: string): string => (text.trim() === '' ? '{}' : JSON.stringify(JSON.parse(text)));

const parseRow = ({ id, config: text }: Pick<ConfigRow, 'id' | 'config'>): VersionedConfig => {
  const before = parsedConfigs.get(text);
  if (before) return { version: id, config: before };
  const { config, errors } = parseConfig(normalizeSaved(text));
  if (config === null) throw new Error(`version ${id} of commissionsConfig cannot be read: ${errors[0]?.path} ${errors[0]?.message}`);
  if (parsedConfigs.size >= MAX_CACHED) parsedConfigs.clear();
  parsedConfigs.set(text, config);
  return { version: id, config };
};

/** A saved configuration, by its text. */
export const configOf = (text: string): CommissionsConfig => parseRow({ id: 0, config: text }).config;

const cacheConfig = createHeadCache<VersionedConfig>();

/** The current configuration; with a request's heads, it is cached for all requests until the next save. */
export const currentConfig = async ({ config }: Pick<Repositories, 'config'>, heads?: Heads): Promise<VersionedConfig> => {
  const readNewest = async (): Promise<VersionedConfig> => {
    const row = await config.newest();
    return { ...parseRow(row), setUpOn: row.set_up_on };
  };
  return heads ? cacheConfig(config, String(heads.config), readNewest) : readNewest();
};

/** An earlier configuration; the current one if that version is not stored. */
export const configAt = async ({ config }: Pick<Repositories, 'config'>, version: number): Promise<VersionedConfig> =>
  parseRow((await config.byVersion(version)) ?? (await config.newest()));

/** Earlier configurations, in one query. */
export const configsAt = async (
  tx: Pick<Repositories, 'config'>,
  versions: readonly number[],
): Promise<(version: number) => VersionedConfig> => {
  const rows = versions.length === 0 ? [] : await tx.config.byVersions([...new Set(versions)]);
  const knownConfigs = new Map(rows.map((row) => [row.id, parseRow(row)]));
  const newest = versions.every((version) => knownConfigs.has(version)) ? null : await currentConfig(tx);
  return (version) => {
    const config = knownConfigs.get(version) ?? newest;
    if (!config) throw new Error(`version ${version} of commissionsConfig was not requested`);
    return config;
  };
};
