import type { SalesforceStandIn } from './salesforce.ts';

const DAY_MS = 86_400_000;
const accounts = ['Juniper Charter School', 'Verde Valley Library', 'Prescott Makers', 'Sedona Science Camp'];
const owners = [
  { Name: 'Demo Seller', Email: 'sales@demo.test' },
  { Name: 'Demo Manager', Email: 'manager@demo.test' },
];
const stages = [
  ['Prospecting', 10, false, false],
  ['Needs Analysis', 20, false, false],
  ['Proposal/Price Quote', 75, false, false],
  ['Closed Won', 100, true, true],
  ['Closed Lost', 0, true, false],
] as const;

/** An organization with five stages and thirty opportunities of the demo's sellers; some have no amount. */
export const fillDemo = ({ org }: SalesforceStandIn): void => {
  stages.forEach(([name, DefaultProbability, IsClosed, IsWon], index) => {
    org.stages.push({ ApiName: name, MasterLabel: name, SortOrder: index + 1, DefaultProbability, IsActive: true, IsClosed, IsWon });
  });
  for (let index = 0; index < 30; index += 1) {
    org.put(`006x0000000${String(index).padStart(4, '0')}AAA`, {
      Name: `${accounts[index % accounts.length]} robotics ${index + 1}`,
      Account: { Name: accounts[index % accounts.length] },
      Owner: owners[index % owners.length],
      StageName: stages[index % stages.length]?.[0],
      Amount: index % 9 === 4 ? null : 800 + index * 125,
      CloseDate: new Date(Date.now() + (index - 10) * DAY_MS).toISOString().slice(0, 10),
    });
  }
};
