import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { draftTrialMachine } from '../../machines/settings/draftTrial.machine.ts';
import type { GeneralSettingsService } from '../../shared/plans/change/useConfigChange.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

/** Maps a snapshot to the view of a trial. */
const connectTrial = (snapshot: SnapshotFrom<typeof draftTrialMachine>) => {
  const { people, trial, error } = snapshot.context;
  return {
    people,
    trial,
    error: snapshot.matches('unanswered') ? error : null,
    /** True if the amounts belong to the current draft. */
    isCurrent: snapshot.hasTag('current'),
    isHeld: snapshot.matches('held'),
    isCalculating: snapshot.matches('calculating'),
  };
};
export type DraftTrialView = ReturnType<typeof connectTrial>;

/** Connects the trial of a draft; it follows the draft's text. */
export const useDraftTrial = (service: GeneralSettingsService, text: string) => {
  const machine = useMemo(
    () => draftTrialMachine.provide({ actors: { tryDraft: fromPromise(({ input, signal }) => service.tryDraft(input, signal)) } }),
    [service],
  );
  const ref = useMachineRef(machine, { commissionsConfig: text });
  useEffect(() => {
    if (ref.getSnapshot().context.commissionsConfig !== text) ref.send({ type: 'draft.changed', commissionsConfig: text });
  }, [ref, text]);
  const choosePeople = useMemo(() => (people: readonly string[]) => ref.send({ type: 'people.choose', people }), [ref]);
  return { view: connectTrial(useSelector(ref, (snapshot) => snapshot)), choosePeople };
};
