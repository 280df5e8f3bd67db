import Compliance

/// The words about what is going to follow, and about devices, in one language.
///
/// `{thing}` stands for the app or the device, `{whose}` for it with its owner, `{date}` and `{time}` for when.
struct NoticeWords {
    /// A device of which no source says a name.
    let device: String
    /// An app of somebody; a device of somebody; a device of nobody.
    let appOf: String
    let deviceOf: String
    let deviceAlone: String

    /// Before the subject of what is told again.
    let again: String
    let blockSubject: String
    let wipeSubject: String
    let warnSubject: String
    let deviceBlockSubject: String
    let settledSubject: String
    let lostSubject: String
    let gainedSubject: String

    let failing: String
    let timeLeft: String
    let near: String
    let settled: String
    let lost: String
    let gained: String

    /// What follows when nothing changes.
    let block: String
    let wipe: String
    let warn: String
    let deviceBlock: String

    /// What a device lacks, and what can be done: management, encryption.
    let unmanaged: (String, String)
    let unencrypted: (String, String)

    /// Before the subject of a mail by which somebody only tries the destination, and before its text.
    let test: (subject: String, text: String)

    /// Before the address of the page that shows the user's own apps and devices.
    let selfService: String

    /// The months as they stand in a date; the date of day, month and year; the date with a time.
    let months: [String]
    let date: String
    let time: String

    static func words(_ language: TextLanguage) -> NoticeWords {
        switch language {
        case .english: english
        case .spanish: spanish
        case .korean: korean
        case .russian: russian
        }
    }

    /// A text with names in it; what a name says is not looked at again.
    static func fill(_ text: String, _ names: [String: String]) -> String {
        var filled = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            filled += rest[..<open]
            filled += names[String(rest[rest.index(after: open)..<close])] ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }
}

extension NoticeWords {
    private static let english = NoticeWords(
        device: "A device", appOf: "{thing} of {name}", deviceOf: "{name}’s device “{thing}”",
        deviceAlone: "The device “{thing}”", again: "Reminder: ",
        blockSubject: "{thing} stops opening your organisation’s data on {date} unless you act",
        wipeSubject: "Your organisation’s data is removed from {thing} on {date} unless you act",
        warnSubject: "{thing} needs your attention",
        deviceBlockSubject: "{thing} loses access to your organisation’s data on {date} unless you act",
        settledSubject: "{thing} is in order again",
        lostSubject: "{thing} no longer meets your organisation’s requirements",
        gainedSubject: "{thing} meets your organisation’s requirements again",
        failing: "{whose} doesn’t meet everything that your organisation asks for.",
        timeLeft: "There is still time to put it right.",
        near: "There is little time left: {whose} still doesn’t meet everything that your organisation asks for.",
        settled: "{whose}: what was missing has been put right, and what was announced doesn’t happen.",
        lost: "{whose} no longer meets what your organisation asks for. Apps on it may stop opening its data.",
        gained: "{whose} meets what your organisation asks for again.",
        block: "If nothing changes, the app stops opening your organisation’s data on {time}.",
        wipe: "If nothing changes, your organisation’s data is removed from the app on {time}.",
        warn: "Nothing is blocked because of this.",
        deviceBlock: "If nothing changes, apps on this device stop opening your organisation’s data on {time}.",
        unmanaged: (
            "Your organisation doesn’t manage this device.", "Enrol it with your organisation’s device management."
        ),
        unencrypted: (
            "The storage of this device isn’t encrypted.", "Turn on encryption in the settings of the device."
        ),
        test: ("Test", "This is a test message. Nothing that it tells of has happened."),
        selfService: "See all your apps and devices, and how to put them right:",
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ], date: "{day} {month} {year}", time: "{date} at {clock} (UTC)")

    private static let spanish = NoticeWords(
        device: "Un dispositivo", appOf: "{thing} de {name}", deviceOf: "El dispositivo «{thing}» de {name}",
        deviceAlone: "El dispositivo «{thing}»", again: "Recordatorio: ",
        blockSubject: "{thing} dejará de abrir los datos de su organización el {date} si no se corrige",
        wipeSubject: "Los datos de su organización se eliminarán de {thing} el {date} si no se corrige",
        warnSubject: "{thing} necesita su atención",
        deviceBlockSubject: "{thing} perderá el acceso a los datos de su organización el {date} si no se corrige",
        settledSubject: "{thing} vuelve a estar en orden",
        lostSubject: "{thing} ya no cumple los requisitos de su organización",
        gainedSubject: "{thing} vuelve a cumplir los requisitos de su organización",
        failing: "{whose} no cumple todo lo que exige su organización.",
        timeLeft: "Todavía hay tiempo para corregirlo.",
        near: "Queda poco tiempo: {whose} sigue sin cumplir todo lo que exige su organización.",
        settled: "{whose}: lo que faltaba está corregido y lo anunciado no se llevará a cabo.",
        lost:
            "{whose} ya no cumple lo que exige su organización. Las aplicaciones de este dispositivo podrían dejar de abrir los datos de la organización.",
        gained: "{whose} vuelve a cumplir lo que exige su organización.",
        block: "Si nada cambia, la aplicación dejará de abrir los datos de su organización el {time}.",
        wipe: "Si nada cambia, los datos de su organización se eliminarán de la aplicación el {time}.",
        warn: "Por esto no se bloquea nada.",
        deviceBlock:
            "Si nada cambia, las aplicaciones de este dispositivo dejarán de abrir los datos de su organización el {time}.",
        unmanaged: (
            "Su organización no administra este dispositivo.",
            "Inscríbalo en la administración de dispositivos de su organización."
        ),
        unencrypted: (
            "El almacenamiento de este dispositivo no está cifrado.",
            "Active el cifrado en los ajustes del dispositivo."
        ),
        test: ("Prueba", "Este es un mensaje de prueba. Nada de lo que dice ha ocurrido."),
        selfService: "Vea todas sus aplicaciones y dispositivos, y cómo solucionar lo que falta:",
        months: [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ], date: "{day} de {month} de {year}", time: "{date} a las {clock} (UTC)")

    private static let korean = NoticeWords(
        device: "기기", appOf: "{name}의 {thing}", deviceOf: "{name}의 기기({thing})",
        deviceAlone: "기기({thing})", again: "[다시 알림] ",
        blockSubject: "조치하지 않으면 {date}부터 {thing}에서 조직 데이터를 열 수 없습니다",
        wipeSubject: "조치하지 않으면 {date}에 {thing}에서 조직 데이터가 삭제됩니다",
        warnSubject: "{thing}에 확인이 필요한 사항이 있습니다",
        deviceBlockSubject: "조치하지 않으면 {date}부터 {thing}에서 조직 데이터를 열 수 없습니다",
        settledSubject: "{thing}의 문제가 해결되었습니다",
        lostSubject: "{thing}: 조직의 요구 사항을 더 이상 충족하지 않습니다",
        gainedSubject: "{thing}: 조직의 요구 사항을 다시 충족합니다",
        failing: "{whose}에 조직의 요구 사항을 충족하지 않는 항목이 있습니다.",
        timeLeft: "아직 바로잡을 시간이 있습니다.",
        near: "남은 시간이 얼마 없습니다. {whose}에 조직의 요구 사항을 충족하지 않는 항목이 아직 있습니다.",
        settled: "{whose}에서 부족했던 항목이 바로잡혔습니다. 예고된 조치는 시행되지 않습니다.",
        lost: "{whose}에서 조직의 요구 사항이 더 이상 충족되지 않습니다. 이 기기의 앱에서 조직 데이터를 열지 못할 수 있습니다.",
        gained: "{whose}에서 조직의 요구 사항이 다시 충족됩니다.",
        block: "그대로 두면 {time}부터 이 앱에서 조직 데이터를 열 수 없습니다.",
        wipe: "그대로 두면 {time}에 이 앱에서 조직 데이터가 삭제됩니다.",
        warn: "이 때문에 차단되는 것은 없습니다.",
        deviceBlock: "그대로 두면 {time}부터 이 기기의 앱에서 조직 데이터를 열 수 없습니다.",
        unmanaged: ("이 기기는 조직에서 관리하지 않는 기기입니다.", "조직의 기기 관리에 이 기기를 등록해 주세요."),
        unencrypted: ("이 기기의 저장소가 암호화되어 있지 않습니다.", "기기 설정에서 암호화를 켜 주세요."),
        test: ("테스트", "이 메일은 시험용입니다. 아래 내용은 실제로 일어난 일이 아닙니다."),
        selfService: "내 앱과 기기를 모두 확인하고 해결 방법을 볼 수 있는 페이지:",
        months: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
        date: "{year}년 {month}월 {day}일", time: "{date} {clock}(UTC)")

    private static let russian = NoticeWords(
        device: "Устройство", appOf: "{thing} пользователя {name}",
        deviceOf: "Устройство «{thing}» пользователя {name}", deviceAlone: "Устройство «{thing}»",
        again: "Напоминание: ",
        blockSubject: "Доступ {thing} к данным вашей организации будет закрыт {date}, если ничего не изменить",
        wipeSubject: "Данные вашей организации будут удалены из {thing} {date}, если ничего не изменить",
        warnSubject: "{thing}: нужно ваше внимание",
        deviceBlockSubject:
            "{thing} — доступ к данным вашей организации будет закрыт {date}, если ничего не изменить",
        settledSubject: "{thing}: всё снова в порядке",
        lostSubject: "{thing}: требования вашей организации больше не выполнены",
        gainedSubject: "{thing}: требования вашей организации снова выполнены",
        failing: "{whose}: выполнены не все требования вашей организации.",
        timeLeft: "Время исправить это ещё есть.",
        near: "Времени осталось мало. {whose}: по-прежнему выполнены не все требования вашей организации.",
        settled: "{whose}: то, чего не хватало, исправлено. Объявленных мер не последует.",
        lost:
            "{whose}: требования вашей организации больше не выполнены. Приложения на этом устройстве могут перестать открывать её данные.",
        gained: "{whose}: требования вашей организации снова выполнены.",
        block: "Если ничего не изменится, {time} приложение перестанет открывать данные вашей организации.",
        wipe: "Если ничего не изменится, {time} данные вашей организации будут удалены из приложения.",
        warn: "Из-за этого ничего не блокируется.",
        deviceBlock:
            "Если ничего не изменится, {time} приложения на этом устройстве перестанут открывать данные вашей организации.",
        unmanaged: (
            "Ваша организация не управляет этим устройством.",
            "Зарегистрируйте его в системе управления устройствами вашей организации."
        ),
        unencrypted: ("Память этого устройства не зашифрована.", "Включите шифрование в настройках устройства."),
        test: ("Проверка", "Это проверочное сообщение. Ничего из описанного в нём не произошло."),
        selfService: "Все ваши приложения и устройства и способы исправить неполадки:",
        months: [
            "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
            "декабря",
        ], date: "{day} {month} {year} г.", time: "{date} в {clock} (UTC)")
}
