// Code shared by the marketplace and the farm's screens is in the first chunk, where it compresses better than in a chunk of its
// own.
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
import '#web/ui/text-link.ts';
