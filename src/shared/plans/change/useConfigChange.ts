import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import type { GeneralSettings } from '../../../../contract/entities/settings.ts';
import { configValue } from '../../../../contract/rules/commission/config/templates.ts';
import { useSettingUp, useToday } from '../../../app/context.ts';
import { type ChangeRequest, configChangeMachine } from '../../../machines/settings/configChange.machine.ts';
import type { createGeneralSettings } from '../../../services/generalSettings.ts';
import { useMachineRef } from '../../useMachineRef.ts';

type Snapshot = SnapshotFrom<typeof configChangeMachine>;

/** Maps a snapshot to the dialog's view. */
const connectChange = (snapshot: Snapshot) => {
  const { day, change, typedTotal, error, fields } = snapshot.context;
  const isOpen = snapshot.matches('shown') || snapshot.matches('saving');
  return {
    day,
    typed: typedTotal,
    error: Object.keys(fields).length === 0 ? error : null,
    fields,
    dating: snapshot.matches('dating'),
    mayAsk: snapshot.can({ type: 'impact.ask' }),
    computing: snapshot.hasTag('computing'),
    progress: change?.total ? { done: change.done ?? 0, total: change.total } : null,
    unanswered: snapshot.matches('unanswered'),
    impact: isOpen ? (change?.impact ?? null) : null,
    mayConfirm: snapshot.can({ type: 'change.confirm' }),
    saving: snapshot.matches('saving'),
  };
};

export type GeneralSettingsService = ReturnType<typeof createGeneralSettings>;
/** `request`: the configuration to save, and the version that it changes. */
export type ReviewOptions = Readonly<{
  service: GeneralSettingsService;
  request: ChangeRequest;
  onSaved: (saved: GeneralSettings) => void;
}>;

/** Connects the impact review of a configuration. */
export const useConfigChange = ({ service, request, onSaved }: ReviewOptions) => {
  const today = useToday();
  const settingUp = useSettingUp();
  const draftBooksBegin = configValue(request.commissionsConfig, 'books_begin_on');
  const booksBegin = settingUp && typeof draftBooksBegin === 'string' ? draftBooksBegin : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the review covers the text as it was when the dialog opened.
  const machine = useMemo(
    () =>
      configChangeMachine.provide({
        actors: {
          requestChange: fromPromise(({ input }) => service.requestChange(input.request, input.day)),
          findChange: fromPromise(({ input }) => service.change(input.id)),
          confirmChange: fromPromise(({ input }) => service.confirmChange(input.id, input.total)),
        },
        actions: { reportSaved: (_, { output }) => onSaved(output) },
      }),
    [service],
  );
  const ref = useMachineRef(machine, { request, day: booksBegin });
  return {
    view: connectChange(useSelector(ref, (snapshot) => snapshot)),
    today,
    /** The start of the books in the draft while the company is being set up; '' otherwise. */
    booksBegin,
    choose: (day: string) => ref.send({ type: 'day.choose', day }),
    ask: () => ref.send({ type: 'impact.ask' }),
    retry: () => ref.send({ type: 'impact.retry' }),
    change: () => ref.send({ type: 'day.change' }),
    type: (text: string) => ref.send({ type: 'total.type', text }),
    confirm: () => ref.send({ type: 'change.confirm' }),
  };
};
export type BoundChange = ReturnType<typeof useConfigChange>;
