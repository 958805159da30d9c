#include "wire/lab.h"

#include <QEventLoop>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QUrl>
#include <QUrlQuery>

#include <memory>

namespace wirefare {

Lab::Lab(const QString &pageUrl)
{
    const QUrl url(pageUrl);
    m_token = QUrlQuery(url.fragment()).queryItemValue(QStringLiteral("token"));
    if (!url.isValid() || url.host().isEmpty() || m_token.isEmpty())
        throw LabError(QStringLiteral("not a page of the lab: %1").arg(pageUrl));
    m_origin = url.toString(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment);
    m_manager.setProxy(QNetworkProxy::NoProxy);
}

void Lab::registerAgent(QJsonObject registration)
{
    registration.insert(QLatin1String("token"), m_token);
    const QByteArray body = QJsonDocument(registration).toJson(QJsonDocument::Compact);
    const auto answer = QJsonDocument::fromJson(answerTo(QStringLiteral("/agent/register"), &body)).object();
    m_agent = QStringLiteral("/agent/") + answer.value(QLatin1String("agent")).toString() + QLatin1Char('/');
}

QJsonObject Lab::nextJob()
{
    return QJsonDocument::fromJson(answerTo(m_agent + QStringLiteral("job"), nullptr)).object();
}

QByteArray Lab::original(const QString &cell)
{
    const QString id = QString::fromLatin1(QUrl::toPercentEncoding(cell));
    return answerTo(m_agent + QStringLiteral("original?cell=") + id + QStringLiteral("&message=0"), nullptr);
}

bool Lab::post(const char *what, const QJsonDocument &message)
{
    const QByteArray body = message.toJson(QJsonDocument::Compact);
    const auto ack = QJsonDocument::fromJson(answerTo(m_agent + QLatin1String(what), &body)).object();
    return ack.value(QLatin1String("goOn")).toBool();
}

QByteArray Lab::answerTo(const QString &path, const QByteArray *body)
{
    QNetworkRequest request(QUrl(m_origin + path, QUrl::StrictMode));
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    const std::unique_ptr<QNetworkReply> reply(body == nullptr ? m_manager.get(request) : m_manager.post(request, *body));
    QEventLoop loop;
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    const QByteArray answer = reply->readAll();
    if (reply->error() != QNetworkReply::NoError)
        throw LabError(path + QStringLiteral(": ") + reply->errorString() + QLatin1Char(' ') + QString::fromUtf8(answer));
    return answer;
}

} // namespace wirefare
