import type { Repositories } from '../../db/repositories/store.ts';
import type { Chain, ChainEdge, ChainKind } from '../../db/repositories/story/story.ts';

type Repos = Pick<Repositories, 'story'>;
const kinds = ['deal', 'event', 'invoice'] as const satisfies readonly ChainKind[];
export const emptyChain: Chain = { deal: [], event: [], invoice: [] };

const idsIn = (edges: readonly ChainEdge[], kind: ChainKind): number[] => [
  ...new Set(edges.map((edge) => edge[kind]).filter((id): id is number => id !== null)),
];
const chain = (idsOf: (kind: ChainKind) => readonly number[]): Chain => ({
  deal: idsOf('deal'),
  event: idsOf('event'),
  invoice: idsOf('invoice'),
});

/** The ids, linked to the same deal, that are not yet paired with an invoice or event. */
const readUnclaimed = async ({ story }: Repos, kind: 'event' | 'invoice', ids: readonly number[]): Promise<number[]> => {
  const edges = ids.length === 0 ? [] : await story.edges({ ...emptyChain, [kind]: ids });
  const claimed = idsIn(
    edges.filter(({ event, invoice }) => event !== null && invoice !== null),
    kind,
  );
  return ids.filter((id) => !claimed.includes(id));
};

/**
 * The deals, events and invoices that belong to the item: those linked to it and, through them, those of any kind still missing. A deal
 * also has those of its events and invoices; an event without an invoice has the invoices of its deal that belong to no other event, and
 * vice versa.
 */
export const readChain = async (tx: Repos, start: Chain): Promise<Chain> => {
  if (kinds.every((kind) => start[kind].length === 0)) return start;
  const directEdges = await tx.story.edges(start);
  const first = chain((kind) => (start[kind].length > 0 ? start[kind] : idsIn(directEdges, kind)));
  const startsAtDeal = start.deal.length > 0;
  if (directEdges.length === 0 || (!startsAtDeal && kinds.every((kind) => first[kind].length > 0))) return first;
  const indirectEdges = await tx.story.edges(first);
  const indirect = chain((kind) => idsIn(indirectEdges, kind));
  if (startsAtDeal) return { ...indirect, deal: start.deal };
  const idsWithMissing = (kind: 'event' | 'invoice') => (first[kind].length > 0 ? first[kind] : readUnclaimed(tx, kind, indirect[kind]));
  return {
    deal: first.deal.length > 0 ? first.deal : indirect.deal,
    event: await idsWithMissing('event'),
    invoice: await idsWithMissing('invoice'),
  };
};
