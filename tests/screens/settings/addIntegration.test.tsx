import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { object, string } from 'yup';
import AddDialog from '../../../src/screens/systemSettings/connections/AddDialog.tsx';
import { useAddIntegration } from '../../../src/screens/systemSettings/connections/useAddIntegration.ts';
import { useIntegrations } from '../../../src/screens/systemSettings/connections/useIntegrations.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const form = object({
  name: string().required('Please enter a name for this integration'),
  token_string: string().required('Please enter a Mercury Bank API token'),
});
const fields = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'token_string', label: 'API token', type: 'secret', again: true },
] as const;
const toBody = (form: object): object => form;

function Tab() {
  const list = useIntegrations('mercury');
  const add = useAddIntegration('mercury', list, toBody);
  return (
    <>
      <button type="button" onClick={add.add}>
        Add
      </button>
      {add.open && (
        <AddDialog
          title="Add"
          form={form}
          fields={fields}
          defaults={{ name: '', token_string: '' }}
          add={add}
          standIn={{ token_string: 'secret-token:demo' }}
        />
      )}
    </>
  );
}

it('spec 2.54, 5.06: the dialog names missing input, fills in the demo connection, and shows the token only on request', async () => {
  const app = await createStage();
  const bodies: unknown[] = [];
  const http = async (path: string, options?: { method?: string; body?: unknown }) => {
    if (options?.method === 'POST') bodies.push([path, options.body]);
    return { data: [] };
  };
  render(
    <Stage app={{ ...app, http: http as never }}>
      <Tab />
    </Stage>,
  );
  fireEvent.click(await screen.findByText('Add'));
  fireEvent.click(await screen.findByText('Connect'));
  expect(await screen.findByText('Please enter a Mercury Bank API token')).toBeTruthy();
  fireEvent.click(screen.getByText('Fill in the values of the demo system'));
  const token = screen.getByLabelText('API token') as HTMLInputElement;
  expect([token.type, token.value]).toEqual(['password', 'secret-token:demo']);
  fireEvent.click(screen.getByText('Show'));
  expect((screen.getByLabelText('API token') as HTMLInputElement).type).toBe('text');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Bank' } });
  fireEvent.click(screen.getByText('Connect'));
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  expect(bodies).toEqual([['/api/v1/integrations/mercury', { name: 'Bank', token_string: 'secret-token:demo' }]]);
});
