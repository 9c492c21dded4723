import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { useFormDraft } from '../../../src/shared/useFormDraft.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

type Values = { name: string; password: string; city: string };
function Host({ name, version }: { name: string; version: number }) {
  const form = useForm<Values>({ defaultValues: { name: 'Ann', password: '', city: `city ${version}` } });
  const { key } = useFormDraft(form, name, { without: ['password'], version });
  return (
    <form data-key={key}>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Password" {...form.register('password')} />
      <input aria-label="City" {...form.register('city')} />
    </form>
  );
}
const mount = async (name: string, version = 1) => {
  const app = await createStage();
  await act(
    async () =>
      void render(
        <Stage app={app}>
          <Host name={name} version={version} />
        </Stage>,
      ),
  );
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  return {
    values: () => ['Name', 'Password', 'City'].map(value),
    key: () => document.querySelector('form')?.dataset.key,
    said: () => app.toasts.getSnapshot().context.items.map(({ text }) => text),
  };
};
const type = (label: string, value: string) => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Unloads the page as a reload does, without a navigation; session storage stays. */
const reload = (): void => {
  const stored = { ...sessionStorage };
  cleanup();
  Object.assign(sessionStorage, stored);
};

it('decisions 1.07: input is restored with the same key after a reload, without secrets, and newer values of other fields stay', async () => {
  const first = await mount('user.7');
  type('Name', 'Anna');
  type('Password', 'four clouds');
  const key = first.key();
  reload();
  const remounted = await mount('user.7', 1);
  expect([remounted.values(), remounted.key()]).toEqual([['Anna', '', 'city 1'], key]);
  expect(remounted.said()).toEqual(['Your unsaved input is restored.']);
});

it('says if somebody else has saved a change since', async () => {
  await mount('user.7', 1);
  type('Name', 'Anna');
  reload();
  const remounted = await mount('user.7', 2);
  expect(remounted.values()).toEqual(['Anna', '', 'city 2']);
  expect(remounted.said()).toEqual([
    'Your unsaved input is restored, but somebody else has saved a change since. Compare the two before you save.',
  ]);
});

it('is dropped when the user leaves the form, and never shown to another user or form', async () => {
  await mount('user.7');
  type('Name', 'Anna');
  reload();
  expect((await mount('user.8')).values()).toEqual(['Ann', '', 'city 1']);
  cleanup();
  expect((await mount('user.7')).values()).toEqual(['Anna', '', 'city 1']);
  cleanup();
  expect((await mount('user.7')).values()).toEqual(['Ann', '', 'city 1']);
});
