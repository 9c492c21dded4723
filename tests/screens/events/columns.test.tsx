import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cellText, createEventColumns } from '../../../src/screens/events/columns.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { eventOf } from './eventsCases.ts';

const shift = {
  user: { first_name: 'Zoe', last_name: 'Lin' },
  summary: 'Python',
  type: 'shift',
  location: { name: 'Mesa' },
  start_time: null,
  end_time: null,
};

describe('the shift of an event', () => {
  it.each([
    ['published', 'Zoe Lin, Python, Published, Mesa'],
    ['planning', 'Zoe Lin, Python, Not published yet, Mesa'],
    ['swapped', 'Zoe Lin, Python, swapped, Mesa'],
    ['', 'Zoe Lin, Python, Mesa'],
  ])('decisions 7.06: of type "%s" says so in words', (status, text) => {
    expect(cellText(eventOf({ shift: { ...shift, status } } as never), 'shift')).toBe(text);
  });
});

describe('the customer of an event', () => {
  it("decisions 3.10: is a link to the customer's page if there is one", async () => {
    const column = createEventColumns(() => true, false, '2026-11-30').find(({ key }) => key === 'customer');
    const customer = { name: 'Mesa Library', type: null, address: { state: null } };
    const app = await createStage({ features: ['customer-page'] });
    render(
      <Stage app={app}>
        {column?.cell(eventOf({ customer: { id: '7', ...customer } }))}
        {column?.cell(eventOf({ customer: { ...customer, name: 'Unknown' } }))}
      </Stage>,
    );
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Mesa Library', '/customers/7'],
    ]);
  });
});
