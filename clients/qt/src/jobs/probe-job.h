// Probes: what no stamp can reach, measured alone.
#pragma once

#include "exchange/connection-keeper.h"

#include <QJsonArray>
#include <QJsonObject>

namespace wirefare {

/** A cell whose items cannot be measured alone is left out of what it answers. */
QJsonArray probeCells(const QJsonObject &job, ConnectionKeeper &connections);

} // namespace wirefare
