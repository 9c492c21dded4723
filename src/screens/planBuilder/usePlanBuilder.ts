import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { type DraftPath, parseDraft, valueAt, withValueAt, writeDraft } from '../../../contract/rules/commission/config/draft.ts';
import { namedIds } from '../../../contract/rules/commission/config/namedPeople.ts';
import { useApp, useFeature, useToast, useUser } from '../../app/context.ts';
import { type KeptText, planBuilderMachine } from '../../machines/planDrafts/planBuilder.machine.ts';
import { createGeneralSettings } from '../../services/generalSettings.ts';
import { createPlanDrafts } from '../../services/planDrafts.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import { useDraft } from '../../shared/useDraft.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { connectPlanBuilder } from './connectPlanBuilder.ts';

const t = messages.planBuilder;
const isKept = (value: unknown): value is KeptText =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'revision' in value;

/** The names of all users by id; former employees are marked. */
const useNames = () => {
  const users = useAllUsers();
  return useMemo(() => {
    const people = users
      .map((user) => ({ value: user.id, label: user.active ? fullName(user) : fill(t.former, { name: fullName(user) }) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
    return { users, people, names: new Map(people.map(({ value, label }) => [value, label])) };
  }, [users]);
};

/** Connects the plan builder: draft, publishing and trial. */
export const usePlanBuilder = (id: string) => {
  const { http, settings } = useApp();
  const toast = useToast();
  const user = useUser();
  const service = useMemo(() => createGeneralSettings(http), [http]);
  const drafts = useMemo(() => createPlanDrafts(http), [http]);
  const hasTrial = useFeature('config-trial');
  const { found, keep } = useDraft(`planBuilder.${id}`, isKept);
  const names = useNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` stores under the same name in every render.
  const machine = useMemo(
    () =>
      planBuilderMachine.provide({
        actors: {
          loadDraft: fromPromise(({ input }) => drafts.read(input.id)),
          readAgain: fromPromise(({ input }) => drafts.read(input.id)),
          saveDraft: fromPromise(({ input }) => drafts.change(input.id, { commissionsConfig: input.text, revision: input.revision })),
          rebaseDraft: fromPromise(({ input }) => drafts.change(input.id, { base_version: input.version, revision: input.revision })),
          publishDraft: fromPromise(({ input }) => drafts.publish(input.id, input.revision)),
        },
        actions: {
          keepText: ({ context: { text, revision } }) => keep({ text, revision }),
          forgetText: () => keep(null),
          reportTextBack: () => toast(t.textBack, 'info'),
          reportPublished: () => {
            settings.send({ type: 'settings.changed' });
            toast(t.published);
          },
        },
      }),
    [drafts, settings, toast],
  );
  const ref = useMachineRef(machine, { id, kept: found });
  const view = connectPlanBuilder(useSelector(ref, (snapshot) => snapshot));
  useUnsavedGuard(view.unsaved, t.leave);
  const inUse = view.stored?.in_use.commissionsConfig ?? '';
  /** The people whom a plan may name: users, and ids in the current plans; undefined while the users are loading. */
  const nameableIds = useMemo(
    () =>
      names.users.length === 0 ? undefined : new Map([...[...namedIds(parseDraft(inUse))].map((id) => [id, id] as const), ...names.names]),
    [names, inUse],
  );
  const revision = view.stored?.revision ?? 0;
  /** Reviews the draft by its id instead of its text, so that confirming publishes the draft. */
  const reviewService = useMemo(
    () => ({ ...service, requestChange: (_request: object, day: string) => drafts.requestPublication(id, revision, day) }),
    [service, drafts, id, revision],
  );
  const edit = useMemo(() => {
    const getDraft = () => parseDraft(ref.getSnapshot().context.text) ?? {};
    const type = (text: string): void => ref.send({ type: 'text.type', text });
    const remove = (text: string): void => ref.send({ type: 'part.remove', text });
    const withKeys = (path: DraftPath, values: Readonly<Record<string, unknown>>): string => {
      const draft = getDraft();
      const merged = { ...(valueAt(draft, path) as object | undefined), ...values };
      const next = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
      return writeDraft(withValueAt(draft, path, next));
    };
    return {
      type,
      change: (path: DraftPath, value: unknown) => type(writeDraft(withValueAt(getDraft(), path, value))),
      removePart: (path: DraftPath) => remove(writeDraft(withValueAt(getDraft(), path, undefined))),
      changeKeys: (path: DraftPath, values: Readonly<Record<string, unknown>>) => type(withKeys(path, values)),
      removeKeys: (path: DraftPath, keys: readonly string[]) =>
        remove(withKeys(path, Object.fromEntries(keys.map((key) => [key, undefined])))),
    };
  }, [ref]);
  return {
    view,
    service,
    reviewService,
    drafts,
    tries: hasTrial,
    publishes: can(user, 'plan-draft:publish'),
    userName: fullName(user),
    ...names,
    nameable: nameableIds,
    edit,
    undo: () => ref.send({ type: 'removal.undo' }),
    keepMine: () => ref.send({ type: 'mine.keep' }),
    takeTheirs: () => ref.send({ type: 'theirs.take' }),
    publish: () => ref.send({ type: 'draft.publish' }),
    compare: () => ref.send({ type: 'plans.reload' }),
    takeBase: () => ref.send({ type: 'base.take' }),
    retry: () => ref.send({ type: 'draft.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    closeReview: () => ref.send({ type: 'review.close' }),
    reviewed: () => ref.send({ type: 'review.saved' }),
  };
};
export type PlanBuilder = ReturnType<typeof usePlanBuilder>;
