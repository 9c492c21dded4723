import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBrokenLine, lineOf, repeatedKeys } from '../../contract/rules/jsonLines.ts';

const text = `{
  "timezone": "America/Phoenix",
  "plans": [
    {
      "name": "A { [ \\" }",
      "tiers": [
        { "from": 0, "rate": 0.05 },
        { "from": 1, "rate": 0.075 }
      ]
    },
    { "name": "B" }
  ],
  "plans_again": null
}`;

describe('lines of a configuration', () => {
  it.each([
    ['timezone', 2],
    ['plans', 3],
    ['plans[0]', 4],
    ['plans[0].name', 5],
    ['plans[0].tiers', 6],
    ['plans[0].tiers[1]', 8],
    ['plans[0].tiers[1].rate', 8],
    ['plans[1].name', 11],
    ['plans_again', 13],
    ['$', 1],
  ])('%s is on line %i', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });

  it.each([
    ['plans[0].tiers[1].cap', 8],
    ['plans[1].quota.amount', 11],
    ['plans[7].name', 3],
    ['goals[0]', 1],
    ['a]b.c[', 1],
  ])('%s, which is missing, leads to the nearest existing line: line %i', (path, line) => {
    expect(lineOf(text, path)).toBe(line);
  });

  it.each([
    ['{\n  "a": 1,,\n}', 2],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n  "a": [1, 2\n}', 3],
    ['{\n  "a": tru\n}', 2],
    ['{\n  "a": "x\n"\n}', 2],
    ['{ "a": 01 }', 1],
    ['{ "a": 1 }\n}', 2],
    ['{\n\n', 3],
    ['[1,\n]', 2],
    ["{ 'a': 1 }", 1],
    [`${'['.repeat(40_000)}`, 1],
  ])('%j stops being JSON on line %i', (broken, line) => {
    expect(findBrokenLine(broken)).toBe(line);
    expect(lineOf(broken, '$')).toBe(line);
  });

  it('an entry before the break keeps its line, and a blank first line counts', () => {
    expect(lineOf('{\n  "timezone": 1,\n  "a": tru\n}', 'timezone')).toBe(2);
    expect(lineOf('\n{ "a": 1 }', 'a')).toBe(2);
  });

  it('decisions 2.07: gives the line and column of a repeated key, both counted from 1', () =>
    expect(repeatedKeys('{"a":1,\n"a":2,\n "a":3}')).toEqual([
      { path: 'a', line: 2, column: 1 },
      { path: 'a', line: 3, column: 2 },
    ]));

  it('reads lists nested 500 deep', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect([findBrokenLine(nested(500)), findBrokenLine(nested(501))]).toEqual([null, 1]);
  });

  it('treats empty text as the defaults, not as broken', () => {
    expect(findBrokenLine(' \n ')).toBeNull();
    expect(lineOf('', 'plans')).toBe(1);
  });

  it('agrees with JSON.parse on validity', () => {
    const isJson = (candidate: string): boolean => {
      try {
        JSON.parse(candidate);
        return true;
      } catch {
        return candidate.trim() === '';
      }
    };
    const mangled = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', 'x', '\\', '\n', '-', '0', 'e', '\u007f', '\t'),
        fc.nat(2),
      )
      .map(([json, position, put, cut]) => {
        const place = position % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + cut);
      });
    fc.assert(
      fc.property(mangled, (candidate) => {
        expect(findBrokenLine(candidate) === null).toBe(isJson(candidate));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the line of every key that JSON.stringify writes', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(keys, (names) => {
        const written = JSON.stringify(Object.fromEntries(names.map((name) => [name, [name, { [name]: 1 }]])), null, 2);
        const lines = written.split('\n');
        for (const name of names) {
          expect(lines[lineOf(written, name) - 1]).toContain(`"${name}": [`);
          expect(lines[lineOf(written, `${name}[0]`) - 1]?.trim()).toBe(`"${name}",`);
          expect(lines[lineOf(written, `${name}[1].${name}`) - 1]?.trim()).toBe(`"${name}": 1`);
        }
      }),
    );
  });
});
