import { Download, PackageOpen } from 'lucide-react';
import { DownloadLink } from '#web/components/download-link.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { archiveAddress } from './archive.data.ts';
import { ImportFarm } from './import-farm.tsx';

export const ArchiveCard = () => (
  <Card className="mb-6 max-w-3xl">
    <CardHeader title="Your Data" />
    <SettingRow
      icon={Download}
      title="Download everything"
      hint="All animals, records and photos of your farm in one .zip file."
      control={
        <Button asChild variant="outline">
          <DownloadLink href={archiveAddress}>Download</DownloadLink>
        </Button>
      }
    />
    <SettingRow
      icon={PackageOpen}
      title="Import a farm"
      hint="Adds a farm that was downloaded here or elsewhere. What you already have stays as it is."
    >
      <div className="mt-4">
        <ImportFarm />
      </div>
    </SettingRow>
  </Card>
);
