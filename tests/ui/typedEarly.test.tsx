import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { Input } from '../../src/ui/form/Input.tsx';
import { Textarea } from '../../src/ui/form/Textarea.tsx';

afterEach(cleanup);

const type = (field: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  // Bypasses React, as a browser does.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

it.each([
  ['a single line', Input],
  ['longer text', Textarea],
])('decisions 6.05: %s typed as soon as its field is rendered is part of the form', async (_, Typed) => {
  const onSave = vi.fn();
  function Form() {
    const { register, handleSubmit } = useForm({ defaultValues: { name: '' } });
    const form = useRef<HTMLFormElement>(null);
    // The field is on the page, but effects haven't run.
    useLayoutEffect(() => type(form.current?.querySelector('[name="name"]') as HTMLInputElement, 'Mine'), []);
    return (
      <form ref={form} onSubmit={handleSubmit(onSave)}>
        <Typed {...register('name')} aria-label="Name" />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSave.mock.calls[0]?.[0]).toEqual({ name: 'Mine' }));
});
