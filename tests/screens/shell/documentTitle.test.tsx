import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DocumentTitle } from '../../../src/app/DocumentTitle.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

const titleAt = async (path: string, features: string[]): Promise<string> => {
  window.history.replaceState(null, '', path);
  const app = await createStage({ features });
  await act(async () => {
    render(
      <Stage app={app}>
        <DocumentTitle />
      </Stage>,
    );
  });
  return document.title;
};
afterEach(cleanup);

describe('spec 1.03: the title of the document', () => {
  it.each([
    ['/invoices', 'Invoices · Acme Dashboard'],
    ['/dashboard/team', 'Team Dashboard · Acme Dashboard'],
    ['/login', 'Acme Dashboard'],
  ])('on %s of our own server, is %j', async (path, title) => expect(await titleAt(path, ['sessions'])).toBe(title));
  it('on another server, is only the company’s', async () => expect(await titleAt('/invoices', [])).toBe('Acme Dashboard'));
});
