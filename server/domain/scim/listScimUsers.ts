import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Services } from '../shared/services.ts';
import { type AttributeChoice, attributeChooser } from './attributeChoice.ts';
import { parseFilter } from './filter.ts';
import { listResponseOf } from './listResponse.ts';
import { ScimProblem } from './scimProblem.ts';
import { userResourceOf } from './userResource.ts';

export type ScimListQuery = AttributeChoice & Readonly<{ filter?: string; startIndex?: string; count?: string }>;

/** No page starts beyond this. */
const MAX_INDEX = 1_000_000_000;

const numberOf = (field: string, text: string | undefined, fallback: number): number => {
  if (text === undefined || text === '') return fallback;
  if (!/^-?\d{1,15}$/.test(text)) throw new ScimProblem('invalidValue', fill(messages.scim.number, { field }));
  return Number(text);
};

/** RFC 7644, 3.4.2: a page of users, counted from 1. @throws ScimProblem invalidFilter, invalidValue */
export const listScimUsers = async (services: Pick<Services, 'store' | 'sso' | 'provisioning'>, query: ScimListQuery, base: string) => {
  const { maxResults } = limits.scim;
  const startIndex = Math.min(Math.max(numberOf('startIndex', query.startIndex, 1), 1), MAX_INDEX);
  const count = Math.min(Math.max(numberOf('count', query.count, maxResults), 0), maxResults);
  const conditions = parseFilter(query.filter);
  const chooseAttributes = attributeChooser(query);
  const { provisioned } = services.store;
  const [rows, totalResults] = conditions
    ? await Promise.all([count === 0 ? [] : provisioned.page(conditions, startIndex - 1, count), provisioned.count(conditions)])
    : [[], 0];
  const resources = rows.map((row) => chooseAttributes(userResourceOf(services, row, base)));
  return listResponseOf(resources, { totalResults, startIndex });
};
