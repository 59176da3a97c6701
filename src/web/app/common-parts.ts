// What the marketplace and a farm's screens have in common is in the first file, where it is smaller than in one of its own.
import '#domain/pictures.ts';
import '#web/components/ear-tag.tsx';
import '#web/components/load-failed.tsx';
import '#web/components/page-header.tsx';
import '#web/herd/animal-labels.ts';
import '#web/herd/species-icon.tsx';
import '#web/lib/use-debounced-search.ts';
import '#web/ui/badge.tsx';
import '#web/ui/search-input.tsx';
import '#web/ui/skeleton.tsx';
