import { type Static, Type } from 'typebox';
import { nullable, oneOf } from './common.ts';

export const searchKinds = ['person', 'customer', 'record', 'invoice', 'event', 'deal', 'clause'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A search result the requester may see, with its link. */
export const SearchHit = Type.Object({
  kind: oneOf(searchKinds),
  id: Type.String(),
  title: Type.String(),
  detail: nullable(Type.String()),
  /** A path in the app. */
  link: Type.String(),
});
export type SearchHit = Static<typeof SearchHit>;
export const SearchHits = Type.Object({ data: Type.Array(SearchHit) });
export type SearchHits = Static<typeof SearchHits>;
