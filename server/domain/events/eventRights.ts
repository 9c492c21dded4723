import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { Repositories } from '../../db/repositories/store.ts';

const keyOf = (name: string): string => name.trim().toLowerCase();

export type CanEditEvent = (event: Pick<EventRow, 'sales_person' | 'sales_lead'>) => boolean;

/**
 * Determines which events the actor may edit (decisions 3.01). Events name their sales person and lead; a name shared by two people matches
 * nobody.
 */
export const readEditRights = async (tx: Pick<Repositories, 'eventsPeople'>, actor: Actor): Promise<CanEditEvent> => {
  const reach = reachOf(actor, 'event:edit');
  if (reach === 'all') return () => true;
  if (reach === 'none') return () => false;
  const team = await tx.eventsPeople.teamOf(Number(actor.id));
  const ownEvents = new Set(
    team
      .filter(({ id, manager_id }) =>
        can(actor, 'event:edit', { owner_id: String(id), owner_manager_id: manager_id === null ? null : String(manager_id) }),
      )
      .map((person) => keyOf(fullName(person))),
  );
  return (event) => [event.sales_person, event.sales_lead].some((name) => name !== null && ownEvents.has(keyOf(name)));
};
