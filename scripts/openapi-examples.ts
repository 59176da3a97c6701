export const examples: Readonly<Record<string, object>> = {
  Login: { username: 'dana', password: 'hay and clover' },
  Registration: { username: 'dana', email: 'dana@example.org', password: 'hay and clover' },
  NewAnimal: { tagNumber: 'G26-041', name: 'Clover', species: 'goat', sex: 'female', birthDate: '2026-03-14', breed: 'Boer' },
  AnimalChange: { name: 'Clover', status: 'sold', version: 3 },
  NewHealthRecord: {
    animalId: '01985f2e-7c3a-7b1e-9d52-6a0f3b8c4d21',
    date: '2026-05-15',
    healthStatus: '4',
    weightLbs: 42.5,
    cdnt: true,
    hoofsTrimmed: true,
    dewormed: false,
  },
  NewBreedingRecord: {
    motherId: '01985f2e-7c3a-7b1e-9d52-6a0f3b8c4d21',
    fatherId: '01985f2e-7c3a-7b1e-9d52-6a0f3b8c4d22',
    breedingDate: '2026-10-05',
  },
};
