import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kinds, planDay, planDays } from '../../../soak/company/generator.ts';
import { plant } from '../../../soak/company/planted.ts';
import { plantedFaults } from '../../../soak/company/plantedFaults.ts';

describe('plan of a simulated company', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(planDays(7, '2025-07-01', 30)).toEqual(planDays(7, '2025-07-01', 30));
    expect(planDay(7, '2025-07-01')).not.toEqual(planDay(8, '2025-07-01'));
  });
  it('plans a day independently of earlier days', () => {
    expect(planDays(7, '2025-07-01', 30)[12]).toEqual(planDay(7, '2025-07-13'));
  });
  it('closes months with two people and pays them in order', () => {
    const names = ['2025-08-04', '2025-08-05', '2025-08-06', '2025-08-07'].map((day) =>
      planDay(3, day)
        .acts.map(({ name, role }) => `${name} ${role}`)
        .filter((text) => /^(month\.(close|step)|run\.)/.test(text)),
    );
    expect(names).toEqual([
      ['month.close finance', 'month.step admin'],
      ['month.close finance', 'run.propose finance', 'run.approve finance'],
      ['run.approve vp_sales', 'run.approve finance', 'run.approve admin'],
      ['run.complete finance'],
    ]);
  });
  it('includes every kind of act and fault within a year', () => {
    const acts = planDays(1, '2025-07-01', 365).flatMap((plan) => plan.acts);
    expect(kinds.map(({ name }) => name).filter((name) => acts.every((act) => act.name !== name))).toEqual([]);
    expect([...new Set(acts.map(({ fault }) => fault.kind))].sort()).toEqual([
      'crash',
      'full disk',
      'lost',
      'lost connection',
      'none',
      'repeated',
    ]);
    expect(acts.some(({ jumpMs }) => jumpMs < 0)).toBe(true);
    expect(acts.some(({ jumpMs }) => jumpMs >= 3_600_000)).toBe(true);
  });
});

describe('planted faults', () => {
  it('are each one line that occurs once in the sources', () => {
    for (const fault of plantedFaults) {
      const source = readFileSync(join(import.meta.dirname, '../../..', fault.file), 'utf8');
      expect(plant(source, fault), fault.name).not.toBe(source);
    }
    const gone = { name: 'gone', file: '', from: 'no such line', to: '', acts: [] };
    expect(() => plant('another line', gone)).toThrow('gone: its line is there 0 times');
  });
});
