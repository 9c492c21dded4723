import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type DraftPath, readDraft, valueAt, withValueAt, writeDraft } from '../../../contract/rules/commission/config/draft.ts';
import { useApp, useFeature, useToast } from '../../app/context.ts';
import { type KeptDraft, planBuilderMachine } from '../../machines/settings/planBuilder.machine.ts';
import { createGeneralSettings } from '../../services/generalSettings.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import { useDraft } from '../../shared/useDraft.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { connectPlanBuilder } from './connectPlanBuilder.ts';

const t = messages.planBuilder;
const isKept = (value: unknown): value is KeptDraft =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && 'version' in value;

/** Everybody by name; people who have left are marked. */
const useNames = () => {
  const users = useAllUsers();
  return useMemo(() => {
    const people = users
      .map((user) => ({ value: user.id, label: user.active ? fullName(user) : fill(t.former, { name: fullName(user) }) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
    return { users, people, names: new Map(people.map(({ value, label }) => [value, label])) };
  }, [users]);
};

/** Connects the plan builder: the draft, its publication and its trial. */
export const usePlanBuilder = () => {
  const { http, settings } = useApp();
  const toast = useToast();
  const service = useMemo(() => createGeneralSettings(http), [http]);
  const reviews = useFeature('config-change');
  const tries = useFeature('config-trial');
  const { found, keep } = useDraft('planBuilder', isKept);
  const names = useNames();
  const [discarded, setDiscarded] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` writes to the same place in every render.
  const machine = useMemo(
    () =>
      planBuilderMachine.provide({
        actors: {
          loadGeneral: fromPromise(() => service.load()),
          loadCurrent: fromPromise(() => service.load()),
          saveGeneral: fromPromise(({ input: { version, ...body } }) => service.save(body, version)),
        },
        actions: {
          keepDraft: ({ context: { text, version } }) => keep({ text, version }),
          forgetDraft: () => keep(null),
          reportDraftBack: ({ context: { kept, settings: current } }) => {
            if (kept === null) return;
            if (kept.version === (current?.version ?? null)) toast(t.draftBack, 'info');
            else toast(t.draftBackChanged, 'warning');
          },
          reportPublished: () => {
            settings.send({ type: 'settings.changed' });
            toast(t.published);
          },
        },
      }),
    [service, settings, toast],
  );
  const ref = useMachineRef(machine, { kept: found, reviews });
  const view = connectPlanBuilder(useSelector(ref, (snapshot) => snapshot));
  useUnsavedGuard(view.unsaved, t.leave);
  const edit = useMemo(() => {
    const draftNow = () => readDraft(ref.getSnapshot().context.text) ?? {};
    const type = (text: string): void => ref.send({ type: 'text.type', text });
    const remove = (text: string): void => ref.send({ type: 'part.remove', text });
    const withKeys = (path: DraftPath, values: Readonly<Record<string, unknown>>): string => {
      const draft = draftNow();
      const merged = { ...(valueAt(draft, path) as object | undefined), ...values };
      const next = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
      return writeDraft(withValueAt(draft, path, next));
    };
    return {
      type,
      change: (path: DraftPath, value: unknown) => type(writeDraft(withValueAt(draftNow(), path, value))),
      removePart: (path: DraftPath) => remove(writeDraft(withValueAt(draftNow(), path, undefined))),
      changeKeys: (path: DraftPath, values: Readonly<Record<string, unknown>>) => type(withKeys(path, values)),
      removeKeys: (path: DraftPath, keys: readonly string[]) =>
        remove(withKeys(path, Object.fromEntries(keys.map((key) => [key, undefined])))),
    };
  }, [ref]);
  return {
    view,
    service,
    tries,
    ...names,
    edit,
    undo: () => ref.send({ type: 'removal.undo' }),
    publish: () => ref.send({ type: 'draft.publish' }),
    discard: () => {
      ref.send({ type: 'draft.discard' });
      setDiscarded(discarded + 1);
    },
    /** Counts discarded drafts, so that fields opened in one are closed in the next. */
    discarded,
    compare: () => ref.send({ type: 'plans.reload' }),
    retry: () => ref.send({ type: 'settings.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    closeReview: () => ref.send({ type: 'review.close' }),
    reviewed: (saved: GeneralSettings) => ref.send({ type: 'review.saved', settings: saved }),
  };
};
export type PlanBuilder = ReturnType<typeof usePlanBuilder>;
