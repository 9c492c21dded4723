import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { messages } from '../../contract/messages.ts';
import { useToast } from '../app/context.ts';
import { newId } from '../services/browser.ts';
import { useDraft } from './useDraft.ts';

type Values = Readonly<Record<string, unknown>>;
/**
 * The edited fields, extra values the form needs, and the idempotency key, so that repeating a save without a response has no second
 * effect.
 */
type FormDraft = Readonly<{ key: string; version: number | null; values: Values; beside: Values }>;
const isFormDraft = (value: unknown): value is FormDraft =>
  typeof value === 'object' && value !== null && 'key' in value && 'values' in value && 'beside' in value;

type Options<V> = Readonly<{
  /** Fields that are not stored: secrets, and values that mean nothing without the server's response. */
  without?: readonly (keyof V & string)[];
  beside?: () => Values;
  /** The version of the edited item, to detect a save by someone else. */
  version?: number | null | undefined;
}>;

/** Stores a form's input and restores it, see `useDraft`. @param name identifies the form and the edited item */
export const useFormDraft = <V extends FieldValues>(
  form: UseFormReturn<V>,
  name: string,
  { without = [], beside: getExtraValues = () => ({}), version = null }: Options<V> = {},
): Readonly<{ key: string; beside: Values | null }> => {
  const toast = useToast();
  const { found: storedDraft, keep } = useDraft(`form.${name}`, isFormDraft);
  const [key] = useState(() => storedDraft?.key ?? newId());
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft per opened form.
  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => {
        const editedEntries = Object.entries(values).filter(([field]) => field in dirtyFields && !without.includes(field));
        keep(editedEntries.length === 0 ? null : { key, version, values: Object.fromEntries(editedEntries), beside: getExtraValues() });
      },
    });
    if (storedDraft) {
      for (const [field, value] of Object.entries(storedDraft.values))
        form.setValue(field as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
      if ((storedDraft.version ?? null) === version) toast(messages.formDraft.restored, 'info');
      else toast(messages.formDraft.restoredChanged, 'warning');
    }
    return unsubscribe;
  }, []);
  return { key, beside: storedDraft?.beside ?? null };
};
