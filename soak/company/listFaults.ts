// Run by /admin/simulation (decisions 1.10): prints the names of the planted faults as JSON.
import { plantedFaults } from './plantedFaults.ts';

console.log(JSON.stringify(plantedFaults.map(({ name }) => name)));
