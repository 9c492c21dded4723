import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { PlanDraftsTable } from '../../schema/settings.ts';

/** A draft without its text, with the names of its author and of the last person who changed it. */
export type PlanDraftRow = Omit<Selectable<PlanDraftsTable>, 'config'> &
  Readonly<{ author_name: string | null; changer_name: string | null; comments: number }>;
/** The newest audit row of a change of the text: its author and time; null if the text never changed. */
type NewestEdit = Readonly<{ edit_by: number | null; edit_at: string | null; editor_name: string | null }>;
export type PlanDraftTextRow = PlanDraftRow & NewestEdit & Readonly<{ config: string }>;
export type PlanDraftCommentRow = Readonly<{ id: number; body: string; created_at: string; author_name: string | null }>;
type NewDraft = Readonly<{ name: string; config: string; base_version: number; userId: number }>;
type Change = Readonly<{ name?: string; config?: string; base_version?: number }>;

const fullNameOf = (alias: string) => sql<string | null>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

/** Drafts of the commission configuration, and their comments (decisions 2.36). */
export const planDraftsRepository = (query: Kysely<Schema>) => {
  const selectDrafts = () =>
    query
      .selectFrom('plan_drafts as d')
      .leftJoin('users as a', 'a.id', 'd.created_by')
      .leftJoin('users as c', 'c.id', 'd.changed_by')
      .select(['d.id', 'd.name', 'd.revision', 'd.base_version', 'd.published_version', 'd.archived_at'])
      .select(['d.created_by', 'd.created_at', 'd.changed_by', 'd.changed_at'])
      .select(({ selectFrom, fn }) => [
        fullNameOf('a').as('author_name'),
        fullNameOf('c').as('changer_name'),
        selectFrom('plan_draft_comments as k')
          .select(fn.countAll<number>().as('count'))
          .whereRef('k.draft_id', '=', 'd.id')
          .$castTo<number>()
          .as('comments'),
      ]);
  return {
    /** Drafts before `before`, newest first. */
    page: (before: number | null, limit: number): Promise<PlanDraftRow[]> =>
      selectDrafts()
        .$if(before !== null, (q) => q.where('d.id', '<', before))
        .orderBy('d.id', 'desc')
        .limit(limit)
        .$castTo<PlanDraftRow>()
        .execute(),

    byId: (id: number): Promise<PlanDraftTextRow | undefined> =>
      selectDrafts()
        .leftJoinLateral(
          ({ selectFrom }) =>
            selectFrom('audit_log as l')
              .select(['l.actor_id', 'l.at'])
              .where('l.entity', '=', 'plan_draft')
              .whereRef('l.entity_id', '=', sql`d.id::text`)
              .where('l.action', '=', 'plan_draft.edited')
              .orderBy('l.id', 'desc')
              .limit(1)
              .as('l'),
          (join) => join.onTrue(),
        )
        .leftJoin('users as e', 'e.id', 'l.actor_id')
        .select(['d.config', 'l.actor_id as edit_by', 'l.at as edit_at', fullNameOf('e').as('editor_name')])
        .where('d.id', '=', id)
        .$castTo<PlanDraftTextRow>()
        .executeTakeFirst(),

    lock: async (id: number): Promise<void> => {
      await sql`select 1 from plan_drafts where id = ${id} for update`.execute(query);
    },

    countOpen: async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from plan_drafts where archived_at is null and published_version is null`.execute(query);
      return rows[0]?.n ?? 0;
    },

    add: async ({ userId, ...draft }: NewDraft, now: Date): Promise<number> => {
      const at = now.toISOString();
      const row = await query
        .insertInto('plan_drafts')
        .values({ ...draft, created_by: userId, created_at: at, changed_by: userId, changed_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** A new text is a new revision. */
    change: async (id: number, change: Change, userId: number, now: Date): Promise<void> => {
      const revisionStep = change.config === undefined ? 0 : 1;
      await query
        .updateTable('plan_drafts')
        .set((eb) => ({ ...change, revision: eb('revision', '+', revisionStep), changed_by: userId, changed_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    archive: async (id: number, archivedAt: Date | null, userId: number, now: Date): Promise<void> => {
      const archived_at = archivedAt === null ? null : archivedAt.toISOString();
      await query
        .updateTable('plan_drafts')
        .set({ archived_at, changed_by: userId, changed_at: now.toISOString() })
        .where('id', '=', id)
        .execute();
    },

    /** @returns false if the draft is no longer at this revision, or was published or archived */
    publish: async ({ id, revision }: Readonly<{ id: number; revision: number }>, version: number): Promise<boolean> => {
      const { numUpdatedRows } = await query
        .updateTable('plan_drafts')
        .set({ published_version: version })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .where('published_version', 'is', null)
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    comments: (draftId: number): Promise<PlanDraftCommentRow[]> =>
      query
        .selectFrom('plan_draft_comments as k')
        .leftJoin('users as u', 'u.id', 'k.author_id')
        .select(['k.id', 'k.body', 'k.created_at', fullNameOf('u').as('author_name')])
        .where('k.draft_id', '=', draftId)
        .orderBy('k.id')
        .execute(),

    comment: async (draftId: number, body: string, userId: number, now: Date): Promise<number> => {
      const row = await query
        .insertInto('plan_draft_comments')
        .values({ draft_id: draftId, author_id: userId, body, created_at: now.toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
  };
};
