import { Download, PackageOpen } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { archiveAddress } from './archive.data.ts';
import { ImportFarm } from './import-farm.tsx';

export function ArchiveCard() {
  return (
    <Card className="max-w-3xl">
      <CardHeader title="Your Data" />
      <CardContent className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Download aria-hidden className="size-6 shrink-0 text-muted-foreground" />
          <div className="min-w-0 flex-1 basis-52">
            <h3 className="font-semibold">Download everything</h3>
            <p className="text-muted-foreground">All animals, records and photos of your farm in one .zip file.</p>
          </div>
          <Button asChild variant="outline">
            <a href={archiveAddress} download>
              Download
            </a>
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t pt-6">
          <PackageOpen aria-hidden className="size-6 shrink-0 text-muted-foreground" />
          <div className="min-w-0 flex-1 basis-52">
            <h3 className="font-semibold">Import a farm</h3>
            <p className="text-muted-foreground">
              Adds a farm that was downloaded here or elsewhere. What you already have stays as it is.
            </p>
          </div>
          <ImportFarm />
        </div>
      </CardContent>
    </Card>
  );
}
