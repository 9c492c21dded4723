import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Territories } from '../../../contract/entities/settings.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type TerritoryStep, territoriesMachine } from '../../machines/settings/territories.machine.ts';
import { createTerritories } from '../../services/territories.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.territoryDesk;
const doneMessages = { add: t.added, remove: t.removed } as const;

/** Binds the territories; after a change, every screen reloads the list. */
export const useTerritoryDesk = () => {
  const { http, settings } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createTerritories(http);
    const save = async ({ kind, name }: TerritoryStep): Promise<Territories | null> => {
      if (kind === 'add') return service.add(name);
      await service.remove(name);
      return null;
    };
    return territoriesMachine.provide({
      actors: {
        load: fromPromise(({ signal }) => service.list(signal)),
        confirm: fromPromise(({ input: { step } }) => confirm({ ...t.confirmRemove, title: fill(t.confirmRemove.title, step) })),
        save: fromPromise(({ input: { step } }) => save(step)),
      },
      actions: {
        reportSaved: (_, { step }) => {
          settings.send({ type: 'settings.changed' });
          toast(fill(doneMessages[step.kind], { name: step.name.trim() }));
        },
      },
    });
  }, [http, settings, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, error, fields, saved } = snapshot.context;
  const submit = (step: TerritoryStep): void => ref.send({ type: 'step.submit', step });
  return {
    territories: content,
    /** Null if the field shows its own error. */
    error: fields.name ? null : error,
    nameError: fields.name ?? null,
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    settled: snapshot.matches('shown'),
    /** The number of accepted steps; the field is cleared when it changes. */
    saved,
    mayAdd: (name: string): boolean => snapshot.can({ type: 'step.submit', step: { kind: 'add', name } }),
    add: (name: string) => submit({ kind: 'add', name }),
    remove: (name: string) => submit({ kind: 'remove', name }),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
