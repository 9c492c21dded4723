import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useConfirm } from '../../../src/app/context.ts';
import { ConfirmArea } from '../../../src/app/shell/ConfirmArea.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);

function Asker({ onAnswer }: { onAnswer: (name: string, yes: boolean) => void }) {
  const confirm = useConfirm();
  const ask = (name: string) => {
    void confirm({ title: `Close ${name}?`, text: 'It stays closed.', accept: `Close ${name}` }).then((yes) => onAnswer(name, yes));
  };
  return ['May', 'June'].map((name) => (
    <button key={name} type="button" onClick={() => ask(name)}>
      ask about {name}
    </button>
  ));
}
const show = async () => {
  const onAnswer = vi.fn<(name: string, yes: boolean) => void>();
  const app = await createStage();
  render(
    <Stage app={app}>
      <Asker onAnswer={onAnswer} />
      <ConfirmArea />
    </Stage>,
  );
  return onAnswer;
};
const ask = (name: string) => act(async () => void fireEvent.click(screen.getByText(`ask about ${name}`)));
const question = (name: string) => screen.findByRole('alertdialog', { name: `Close ${name}?` });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('decisions 8.01: a question names the thing and the result, and its button is the verb', async () => {
  const onAnswer = await show();
  await ask('May');
  const dialog = await question('May');
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('It stays closed.');
  await press('Close May');
  await waitFor(() => expect(onAnswer.mock.calls).toEqual([['May', true]]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Cancel and the close button mean no', async () => {
  const onAnswer = await show();
  await ask('May');
  await question('May');
  await press('Cancel');
  await ask('June');
  await question('June');
  await press('Close');
  await waitFor(() =>
    expect(onAnswer.mock.calls).toEqual([
      ['May', false],
      ['June', false],
    ]),
  );
});

test('a question that replaces an open one declines it', async () => {
  const onAnswer = await show();
  await ask('May');
  await question('May');
  await ask('June');
  await question('June');
  await press('Close June');
  await waitFor(() =>
    expect(onAnswer.mock.calls).toEqual([
      ['May', false],
      ['June', true],
    ]),
  );
});
